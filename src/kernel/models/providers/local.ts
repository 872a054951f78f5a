import type { Provider } from "./provider.ts";

/** Where Ollama listens, the most common local server. */
export const LOCAL_DEFAULT = "http://127.0.0.1:11434/v1";

/** Any OpenAI-compatible server on the user's machine or network. */
export const local: Provider = {
  title: "local server",
  optionalKey: "LOCAL_API_KEY",
  baseURL: "LOCAL_BASE_URL",
  open: async ({ baseURL = LOCAL_DEFAULT, ...connection }) => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    // Ollama, llama.cpp and vLLM all take a JSON schema; without this flag the package sends none.
    const local = createOpenAICompatible({
      name: "local",
      ...connection,
      baseURL,
      supportsStructuredOutputs: true,
    });
    return { language: (id) => local(id), embedding: (id) => local.embeddingModel(id) };
  },
  models: [],
  // A local model sends no bill: without a price in the settings it counts as 0, and reports say so.
  unlistedPrice: {
    input: 0,
    output: 0,
    asOf: "2026-11-15",
    source: "local, no price set: counted as 0",
  },
  alternates: true,
  notListening: {
    code: "unreachable",
    remedy: "Start it (for example `ollama serve`), or say where it is with LOCAL_BASE_URL.",
  },
};
