/** The first stage of the built-in pipeline: messages as vectors, and the entities nearest to them. */
import type { Candidate } from "../../contract/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import { best } from "./lexical-index.ts";

/** Vendors take this many texts in one request. */
export const BATCH = 96;

/** Embeds messages in batches, ahead of the slower reranker, and in the bank's order, so that a resumed run asks the same again. */
export function queryEmbeddings({
  gateway,
  embedder,
  signal,
}: {
  gateway: Gateway;
  embedder: ResolvedModel;
  signal?: AbortSignal;
}) {
  const known = new Map<string, { batch: Promise<Float32Array[]>; at: number }>();
  const embed = async (call: string, values: readonly string[]) =>
    (await gateway.embed({ call, role: "embedder", model: embedder, values, purpose: "query", signal }))
      .vectors;

  return {
    prepare(messages: readonly string[]): void {
      const texts = [...new Set(messages)];
      for (let start = 0; start < texts.length; start += BATCH) {
        const values = texts.slice(start, start + BATCH);
        const batch = embed(`queries/${start / BATCH}`, values);
        // The failure is reported by `vectorOf`.
        batch.catch(() => {});
        for (const [at, text] of values.entries()) known.set(text, { batch, at });
      }
    },
    async vectorOf(message: string, testId: string): Promise<Float32Array> {
      const prepared = known.get(message);
      return prepared
        ? (await prepared.batch)[prepared.at]!
        : (await embed(`test/${testId}/embed`, [message]))[0]!;
    },
  };
}

/** Texts by the direction of their vectors: the nearest first, ties by name. */
export type VectorIndex = {
  nearest(query: Float32Array, most: number): Candidate[];
  /** The cosine of an entry with the query. */
  similarityTo(query: Float32Array): (id: string) => number;
};

export function vectorIndex(entries: ReadonlyArray<{ id: string; vector: Float32Array }>): VectorIndex {
  const unit = entries.map(({ id, vector }) => ({ id, vector: normalised(vector) }));
  const byId = new Map(unit.map(({ id, vector }) => [id, vector]));
  return {
    nearest(query, most) {
      const wanted = normalised(query);
      return best(
        unit.map(({ id, vector }) => ({ id, score: dot(vector, wanted) })),
        most,
      ).map(({ id, score }, index) => ({ entity_id: id, rank: index + 1, score: rounded4(score) }));
    },
    similarityTo(query) {
      const wanted = normalised(query);
      return (id) => dot(byId.get(id)!, wanted);
    },
  };
}

export const rounded4 = (value: number): number => Math.round(value * 1e4) / 1e4;

function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}
