import { HarnessError } from "../../errors/index.ts";
import { houseLanguageModel, sentenceEmbeddingModel } from "../house/index.ts";
import type { Provider } from "./provider.ts";

const free = { input: 0, output: 0, asOf: "2026-11-15", source: "runs on this machine" };

/** The embedded models: offline, seeded, and not evidence about a prompt. */
export const house: Provider = {
  title: "house",
  open: async (_, members) => ({
    language: (id) => {
      const member = members.find(({ name }) => name === id);
      if (!member)
        throw new HarnessError({
          code: "unknown-name",
          message: `Unknown house model "${id}".`,
          remedy: `Known: ${members.map(({ name }) => name).join(", ")}.`,
        });
      return houseLanguageModel(member);
    },
    embedding: sentenceEmbeddingModel,
  }),
  models: [
    { id: "plain", price: free },
    { id: "sentences", kind: "embedding", price: free },
  ],
  unlistedPrice: free,
};

/** The user's own system, behind HTTP or in a module. It is called through `gateway.outside` and has no models. */
export const outside: Provider = { title: "system under test", open: async () => ({}), models: [] };
