/** The chat vendors, each with the model it is tried with and where it differs from the others. */
import type { WireName } from "./wire-formats.ts";

export type ChatVendor = {
  name: WireName;
  /** The catalog's name for the model. */
  model: string;
  /** What the vendor is asked for. */
  id: string;
  /** How a JSON schema goes out: enforced by the vendor, or only told to the model. */
  schema: "sent" | "told";
};

export const chatVendors: ChatVendor[] = [
  { name: "anthropic", model: "opus-4.5", id: "claude-opus-4-5", schema: "sent" },
  { name: "xai", model: "grok", id: "grok-4.3", schema: "sent" },
  { name: "deepseek", model: "deepseek", id: "deepseek-v4-flash", schema: "told" },
  { name: "alibaba", model: "qwen", id: "qwen-plus", schema: "told" },
  { name: "moonshot", model: "kimi-k2", id: "kimi-k2.5", schema: "sent" },
  { name: "openai", model: "gpt-4o-mini", id: "gpt-4o-mini", schema: "sent" },
  {
    name: "openrouter",
    model: "openrouter/anthropic/claude-opus-4.5",
    id: "anthropic/claude-opus-4.5",
    schema: "sent",
  },
  { name: "local", model: "local/llama3.2", id: "llama3.2", schema: "sent" },
];
