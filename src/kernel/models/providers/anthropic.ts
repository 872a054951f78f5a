import { both, type Provider } from "./provider.ts";

export const anthropic: Provider = {
  title: "Anthropic",
  key: "ANTHROPIC_API_KEY",
  baseURL: "ANTHROPIC_BASE_URL",
  open: async (connection) => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const anthropic = createAnthropic(connection);
    return { language: (id) => anthropic(id) };
  },
  models: [
    {
      id: "claude-opus-4-5",
      context: 200_000,
      price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, ...both },
      openrouter: "anthropic/claude-opus-4.5",
    },
    {
      id: "claude-haiku-4-5",
      context: 200_000,
      price: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25, ...both },
      openrouter: "anthropic/claude-haiku-4.5",
    },
  ],
  oneKey: { dear: "anthropic/claude-opus-4-5", cheap: "anthropic/claude-haiku-4-5" },
  makes: /anthropic|claude/,
  cacheBreakpoints: true,
  overflow: /(?:prompt|input) is too long/i,
};
