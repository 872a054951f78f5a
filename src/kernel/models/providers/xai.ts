import { both, isOwnHost, one, type Provider } from "./provider.ts";

export const xai: Provider = {
  title: "xAI",
  key: "XAI_API_KEY",
  baseURL: "XAI_BASE_URL",
  open: async ({ baseURL, ...connection }) => {
    if (baseURL !== undefined && !isOwnHost(baseURL, "x.ai")) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const options = { name: "xai", ...connection, baseURL, supportsStructuredOutputs: true };
      const compatible = createOpenAICompatible(options);
      return { language: (id) => compatible(id) };
    }
    const { createXai } = await import("@ai-sdk/xai");
    const xai = createXai({ ...connection, baseURL });
    return { language: (id) => xai(id) };
  },
  models: [
    {
      id: "grok-4.3",
      context: 1_000_000,
      price: {
        input: 1.25,
        output: 2.5,
        cacheRead: 0.2,
        tiers: [{ aboveInput: 200_000, input: 2.5, output: 5, cacheRead: 0.4 }],
        ...both,
      },
      openrouter: "x-ai/grok-4.3",
      reasoning: "low",
      thinkingRoom: 2_000,
    },
    {
      id: "grok-4.5",
      context: 500_000,
      price: { input: 2, output: 6, cacheRead: 0.5, ...one },
      openrouter: "x-ai/grok-4.5",
      reasoning: "low",
      thinkingRoom: 2_000,
    },
  ],
  oneKey: { dear: "xai/grok-4.5", cheap: "xai/grok-4.3" },
  makes: /x-?ai\b|grok/,
  // The package does not say why a response is incomplete; the cap is nearly always the reason.
  finishReasons: { incomplete: "length" },
};
