import type { Provider } from "./provider.ts";

/** One key for every vendor: the setting `via` sends a model here if it has an id at OpenRouter. */
export const openrouter: Provider = {
  title: "OpenRouter",
  key: "OPENROUTER_API_KEY",
  baseURL: "OPENROUTER_BASE_URL",
  open: async (connection) => {
    const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
    const openrouter = createOpenRouter(connection);
    // OpenRouter reports what a call really cost, but only on request.
    return { language: (id) => openrouter.chat(id, { usage: { include: true } }) };
  },
  models: [],
  oneKey: { dear: "openrouter/anthropic/claude-opus-4.5", cheap: "openrouter/deepseek/deepseek-v4-flash" },
  alternates: true,
  cacheBreakpoints: true,
  // The package does not pass on the SDK's own setting.
  languageOptions: ({ reasoning }) => (reasoning ? { reasoning: { effort: reasoning } } : undefined),
  costIn: (metadata) => {
    const cost = (metadata as { usage?: { cost?: unknown } } | undefined)?.usage?.cost;
    return typeof cost === "number" && cost >= 0 ? cost : undefined;
  },
};
