import type { ProviderName } from "../../../contract/index.ts";

/** What each provider needs and is called, as data. The names of variables are read by the settings alone. */
export type Vendor = {
  title: string;
  /** The environment variable that holds the key; absent where none is needed. */
  key?: string;
  /** One that is sent where it is set, and not missed where it is not. */
  optionalKey?: string;
  baseURL?: string;
  /** Some of its models refuse two messages of one role in a row: they are sent as one. */
  alternates?: true;
  /** One-key mode: which of its models plays the narrator and the calibrator, and which all else. */
  oneKey?: { dear: string; cheap: string };
};

export const vendors: Record<ProviderName, Vendor> = {
  anthropic: {
    title: "Anthropic",
    key: "ANTHROPIC_API_KEY",
    baseURL: "ANTHROPIC_BASE_URL",
    oneKey: { dear: "anthropic/claude-opus-4-5", cheap: "anthropic/claude-haiku-4-5" },
  },
  xai: {
    title: "xAI",
    key: "XAI_API_KEY",
    baseURL: "XAI_BASE_URL",
    oneKey: { dear: "xai/grok-4.5", cheap: "xai/grok-4.3" },
  },
  deepseek: {
    title: "DeepSeek",
    key: "DEEPSEEK_API_KEY",
    baseURL: "DEEPSEEK_BASE_URL",
    alternates: true,
    oneKey: { dear: "deepseek/deepseek-v4-pro", cheap: "deepseek/deepseek-v4-flash" },
  },
  alibaba: {
    title: "Alibaba",
    key: "ALIBABA_API_KEY",
    baseURL: "ALIBABA_BASE_URL",
    oneKey: { dear: "alibaba/qwen3-max", cheap: "alibaba/qwen-plus" },
  },
  moonshot: {
    title: "Moonshot",
    key: "MOONSHOT_API_KEY",
    baseURL: "MOONSHOT_BASE_URL",
    oneKey: { dear: "moonshot/kimi-k2.6", cheap: "moonshot/kimi-k2.5" },
  },
  openai: {
    title: "OpenAI",
    key: "OPENAI_API_KEY",
    baseURL: "OPENAI_BASE_URL",
    oneKey: { dear: "openai/gpt-5.4-mini", cheap: "openai/gpt-4o-mini" },
  },
  openrouter: {
    title: "OpenRouter",
    key: "OPENROUTER_API_KEY",
    baseURL: "OPENROUTER_BASE_URL",
    alternates: true,
    oneKey: { dear: "openrouter/anthropic/claude-opus-4.5", cheap: "openrouter/deepseek/deepseek-v4-flash" },
  },
  voyage: { title: "Voyage", key: "VOYAGE_API_KEY", baseURL: "VOYAGE_BASE_URL" },
  local: { title: "local server", optionalKey: "LOCAL_API_KEY", baseURL: "LOCAL_BASE_URL", alternates: true },
  house: { title: "house" },
  outside: { title: "system under test" },
};
