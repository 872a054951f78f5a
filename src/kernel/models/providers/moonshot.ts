import { both, type Provider } from "./provider.ts";

export const moonshot: Provider = {
  title: "Moonshot",
  key: "MOONSHOT_API_KEY",
  baseURL: "MOONSHOT_BASE_URL",
  open: async (connection) => {
    const { createMoonshotAI } = await import("@ai-sdk/moonshotai");
    const moonshot = createMoonshotAI(connection);
    return { language: (id) => moonshot(id) };
  },
  models: [
    {
      id: "kimi-k2.5",
      context: 256_000,
      price: { input: 0.6, output: 3, cacheRead: 0.1, ...both },
      openrouter: "moonshotai/kimi-k2.5",
      temperature: false,
      reasoning: "none",
    },
    {
      id: "kimi-k2.6",
      context: 256_000,
      price: { input: 0.95, output: 4, cacheRead: 0.16, ...both },
      openrouter: "moonshotai/kimi-k2.6",
      temperature: false,
      reasoning: "none",
    },
  ],
  oneKey: { dear: "moonshot/kimi-k2.6", cheap: "moonshot/kimi-k2.5" },
  makes: /moonshot|kimi/,
  overflow: /exceeded (?:model )?token limit/i,
};
