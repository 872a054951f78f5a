import { both, type Provider } from "./provider.ts";

export const voyage: Provider = {
  title: "Voyage",
  key: "VOYAGE_API_KEY",
  baseURL: "VOYAGE_BASE_URL",
  open: async (connection) => {
    const { createVoyage } = await import("@ai-sdk/voyage");
    const voyage = createVoyage(connection);
    return { embedding: (id) => voyage.embeddingModel(id) };
  },
  models: [{ id: "voyage-3.5", kind: "embedding", context: 32_000, price: { input: 0.06, ...both } }],
  unlistedKind: "embedding",
  embeddingOptions: (purpose) => ({ inputType: purpose }),
};
