/**
 * The quality of a ranked list, by trec_eval's conventions: linear gain, a discount of log2(rank + 1), the ideal from
 * all judged documents, and a gain of 0 for unjudged ones. Null: nothing is relevant, so there is nothing to measure.
 */
export type Gains = ReadonlyMap<string, number>;

const relevant = (gains: Gains): number => [...gains.values()].filter((gain) => gain > 0).length;

export function recallAt(k: number, ranked: readonly string[], gains: Gains): number | null {
  const all = relevant(gains);
  const found = ranked.slice(0, k).filter((id) => (gains.get(id) ?? 0) > 0).length;
  return all === 0 ? null : found / all;
}

export function reciprocalRank(ranked: readonly string[], gains: Gains): number | null {
  if (relevant(gains) === 0) return null;
  const first = ranked.findIndex((id) => (gains.get(id) ?? 0) > 0);
  return first < 0 ? 0 : 1 / (first + 1);
}

export function ndcgAt(k: number, ranked: readonly string[], gains: Gains): number | null {
  const ideal = discounted(
    [...gains.values()].filter((gain) => gain > 0).sort((a, b) => b - a),
    k,
  );
  return ideal === 0
    ? null
    : discounted(
        ranked.map((id) => Math.max(0, gains.get(id) ?? 0)),
        k,
      ) / ideal;
}

const discounted = (gains: readonly number[], k: number): number =>
  gains.slice(0, k).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
