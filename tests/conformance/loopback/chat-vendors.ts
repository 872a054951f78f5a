/** The providers of language models, each with its test model and its differences from the others. */
import { createCatalog, providerIds, providers, type ProviderId } from "../../../src/kernel/models/index.ts";
import { OWN_OPENAI, OWN_XAI } from "./wire-formats.ts";

export type ChatVendor = {
  name: ProviderId;
  /** How it speaks: the provider's name, or OpenAI's own host. */
  wire: string;
  /** The catalog's name for the model. */
  model: string;
  /** What the vendor is asked for. */
  id: string;
  /** How a JSON schema is sent: enforced by the vendor, or only described to the model. */
  schema: "sent" | "told";
};

/** Exceptions to the cheap model of one-key mode. */
const tried: Partial<Record<ProviderId, string>> = {
  anthropic: "opus-4.5",
  xai: "grok",
  deepseek: "deepseek",
  alibaba: "qwen",
  moonshot: "kimi-k2",
  openai: "gpt-4o-mini",
  openrouter: "openrouter/anthropic/claude-opus-4.5",
  local: "local/llama3.2",
};
const told = new Set<ProviderId>(["deepseek", "alibaba"]);
const catalog = createCatalog();

/** From the table of providers, so that a new one is tried as well. */
export const chatVendors: ChatVendor[] = providerIds.flatMap((name) => {
  const model = tried[name] ?? providers[name].oneKey?.cheap;
  if (model === undefined) return [];
  return [
    { name, wire: name, model, id: catalog.resolve(model).id, schema: told.has(name) ? "told" : "sent" },
  ];
});

/** A gateway gets chat completions, OpenAI and xAI themselves the Responses API. */
export const ownHosts: ChatVendor[] = chatVendors.flatMap((vendor) => {
  const wire = { openai: OWN_OPENAI, xai: OWN_XAI }[vendor.name as string];
  return wire === undefined ? [] : [{ ...vendor, wire }];
});
