/**
 * Words and vectors in one list, by reciprocal ranks. Ranks need no common scale: a cosine and a BM25 score have none.
 * The constants were chosen on the Cranfield collection (`benches/hybrid-retrieval.ts`), for the offline embedder.
 */
import type { Candidate } from "../../contract/index.ts";
import { rounded4, type VectorIndex } from "./embeddings.ts";
import { best, type LexicalIndex } from "./lexical-index.ts";

type Fusion = {
  k: number;
  /** From 0, vectors alone, to 1, words alone. */ words: number;
  depth: number;
};
export const FUSION: Fusion = { k: 10, words: 0.9, depth: 50 };

/** An entry at these ranks, from 1; undefined: not in that list. */
export const reciprocal = (
  ranks: { near: number | undefined; words: number | undefined },
  { k, words }: Pick<Fusion, "k" | "words">,
): number => {
  const part = (rank: number | undefined) => (rank === undefined ? 0 : 1 / (k + rank));
  return (1 - words) * part(ranks.near) + words * part(ranks.words);
};

/**
 * The best entries of both lists. The order is the fused one. The score of each is its cosine, also if only its words
 * brought it up: a similarity means the same with and without fusion.
 */
export function fusedSearch(
  { near, words }: { near: VectorIndex; words: LexicalIndex },
  { message, vector, most }: { message: string; vector: Float32Array; most: number },
): Candidate[] {
  const depth = Math.max(FUSION.depth, most);
  const ranksOf = (ids: readonly string[]) => new Map(ids.map((id, at) => [id, at + 1]));
  const byVector = ranksOf(near.nearest(vector, depth).map(({ entity_id }) => entity_id));
  const byWords = ranksOf(words.search(message, depth).map(({ id }) => id));
  const similarity = near.similarityTo(vector);
  return best(
    [...new Set([...byVector.keys(), ...byWords.keys()])].map((id) => ({
      id,
      score: reciprocal({ near: byVector.get(id), words: byWords.get(id) }, FUSION),
    })),
    most,
  ).map(({ id }, at) => ({ entity_id: id, rank: at + 1, score: rounded4(similarity(id)) }));
}
