import type { Candidate } from "../../../contract/index.ts";

/** Texts by the direction of their vectors: the nearest first, equals by name. */
export type VectorIndex = { nearest(query: Float32Array, most: number): Candidate[] };

export function vectorIndex(entries: ReadonlyArray<{ id: string; vector: Float32Array }>): VectorIndex {
  const unit = entries.map(({ id, vector }) => ({ id, vector: normalised(vector) }));
  return {
    nearest(query, most) {
      const wanted = normalised(query);
      return unit
        .map(({ id, vector }) => ({ id, score: dot(vector, wanted) }))
        .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
        .slice(0, most)
        .map(({ id, score }, index) => ({
          entity_id: id,
          rank: index + 1,
          score: Math.round(score * 1e4) / 1e4,
        }));
    },
  };
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}
