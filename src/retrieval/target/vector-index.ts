import type { Candidate } from "../../contract/index.ts";
import { best } from "./lexical-index.ts";

/** Texts by the direction of their vectors: the nearest first, ties by name. */
export type VectorIndex = {
  nearest(query: Float32Array, most: number): Candidate[];
  /** The cosine of a text with the query. */
  similarityTo(query: Float32Array): (id: string) => number;
};

/** An id may come several times, with the sentences of one text: its cosine is the mean of the two nearest. */
export function vectorIndex(entries: ReadonlyArray<{ id: string; vector: Float32Array }>): VectorIndex {
  const unit = Map.groupBy(
    entries.map(({ id, vector }) => ({ id, vector: normalised(vector) })),
    ({ id }) => id,
  );
  const similarityTo = (query: Float32Array) => {
    const wanted = normalised(query);
    return (id: string): number => {
      const [first = 0, second = first] = unit
        .get(id)!
        .map(({ vector }) => dot(vector, wanted))
        .sort((a, b) => b - a);
      return (first + second) / 2;
    };
  };
  return {
    similarityTo,
    nearest(query, most) {
      const similarity = similarityTo(query);
      return best(
        [...unit.keys()].map((id) => ({ id, score: similarity(id) })),
        most,
      ).map(({ id, score }, index) => ({ entity_id: id, rank: index + 1, score: rounded4(score) }));
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
