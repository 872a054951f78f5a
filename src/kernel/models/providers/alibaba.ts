import { both, one, type Provider } from "./provider.ts";

export const alibaba: Provider = {
  title: "Alibaba",
  key: "ALIBABA_API_KEY",
  baseURL: "ALIBABA_BASE_URL",
  open: async (connection) => {
    const { createAlibaba } = await import("@ai-sdk/alibaba");
    const alibaba = createAlibaba(connection);
    return { language: (id) => alibaba(id) };
  },
  models: [
    {
      id: "qwen-plus",
      context: 1_000_000,
      price: { input: 0.4, output: 1.2, outputWhenThinking: 4, ...both },
      openrouter: "qwen/qwen-plus",
      reasoning: "none",
    },
    {
      id: "qwen3-max",
      context: 256_000,
      price: { input: 1.2, output: 6, ...one },
      openrouter: "qwen/qwen3-max",
    },
  ],
  oneKey: { dear: "alibaba/qwen3-max", cheap: "alibaba/qwen-plus" },
  makes: /qwen|alibaba|qwq/,
  cacheBreakpoints: true,
  overflow: /range of input length should be/i,
};
