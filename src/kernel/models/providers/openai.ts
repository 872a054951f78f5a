import { both, isOwnHost, type Provider } from "./provider.ts";

const openrouterPage = { asOf: "2026-11-15", source: "openrouter.ai model page" };

export const openai: Provider = {
  title: "OpenAI",
  key: "OPENAI_API_KEY",
  baseURL: "OPENAI_BASE_URL",
  open: async (connection) => {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const openai = createOpenAI(connection);
    const isOwn = isOwnHost(connection.baseURL, "openai.com");
    return { language: isOwn ? openai.responses : openai.chat, embedding: (id) => openai.embedding(id) };
  },
  models: [
    {
      id: "gpt-4o-mini",
      context: 128_000,
      price: { input: 0.15, output: 0.6, cacheRead: 0.075, ...both },
      openrouter: "openai/gpt-4o-mini",
    },
    {
      id: "gpt-5.4-nano",
      context: 272_000,
      price: { input: 0.2, output: 1.25, cacheRead: 0.02, ...both },
      openrouter: "openai/gpt-5.4-nano",
      temperature: false,
      reasoning: "low",
      thinkingRoom: 2_000,
    },
    {
      id: "gpt-5.4-mini",
      context: 400_000,
      price: { input: 0.75, output: 4.5, ...openrouterPage },
      openrouter: "openai/gpt-5.4-mini",
      temperature: false,
      reasoning: "low",
      thinkingRoom: 4_000,
    },
  ],
  oneKey: { dear: "openai/gpt-5.4-mini", cheap: "openai/gpt-4o-mini" },
  makes: /openai|gpt|\bo[134]\b/,
  // Most other vendors copied this code.
  overflow: /context[_ ]length[_ ]exceeded/i,
};
