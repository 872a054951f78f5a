import { both, type Provider } from "./provider.ts";

export const deepseek: Provider = {
  title: "DeepSeek",
  key: "DEEPSEEK_API_KEY",
  baseURL: "DEEPSEEK_BASE_URL",
  open: async (connection) => {
    const { createDeepSeek } = await import("@ai-sdk/deepseek");
    const deepseek = createDeepSeek(connection);
    return { language: (id) => deepseek(id) };
  },
  models: [
    {
      id: "deepseek-v4-pro",
      context: 1_000_000,
      price: { input: 0.435, output: 0.87, cacheRead: 0.0036, ...both },
      openrouter: "deepseek/deepseek-v4-pro",
      thinkingRoom: 4_000,
    },
    {
      id: "deepseek-v4-flash",
      context: 1_000_000,
      price: { input: 0.14, output: 0.28, cacheRead: 0.0028, ...both },
      openrouter: "deepseek/deepseek-v4-flash",
      reasoning: "none",
    },
  ],
  oneKey: { dear: "deepseek/deepseek-v4-pro", cheap: "deepseek/deepseek-v4-flash" },
  makes: /deepseek/,
  alternates: true,
};
