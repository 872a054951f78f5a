/**
 * Words and vectors in one list, by reciprocal ranks: a cosine and a BM25 score have no common scale. Words count as much
 * as all vectors together. With the vectors of single sentences beside those of whole texts the shipped bank scores 43
 * instead of 38, and the Cranfield collection loses 0.02 of nDCG@10.
 */
import type { Candidate } from "../../contract/index.ts";
import { best, type LexicalIndex } from "./lexical-index.ts";
import { rounded4, type VectorIndex } from "./vector-index.ts";

const K = 10;
const DEPTH = 50;

/** The best entries of all lists. The score of each is its cosine: it means the same with and without fusion. */
export function fusedSearch(
  { near, sentences, words }: { near: VectorIndex; sentences?: VectorIndex | undefined; words: LexicalIndex },
  { message, vector, most }: { message: string; vector: Float32Array; most: number },
): Candidate[] {
  const depth = Math.max(DEPTH, most);
  const byVector = [near, ...(sentences ? [sentences] : [])].map((index) =>
    index.nearest(vector, depth).map(({ entity_id }) => entity_id),
  );
  const byWords = words.search(message, depth).map(({ id }) => id);
  const scores = new Map<string, number>();
  const add = (ids: readonly string[], weight: number) =>
    ids.forEach((id, at) => scores.set(id, (scores.get(id) ?? 0) + weight / (K + at + 1)));
  for (const ids of byVector) add(ids, 1);
  add(byWords, byVector.length);
  const similarity = near.similarityTo(vector);
  return best(
    [...scores].map(([id, score]) => ({ id, score })),
    most,
  ).map(({ id }, at) => ({ entity_id: id, rank: at + 1, score: rounded4(similarity(id)) }));
}
