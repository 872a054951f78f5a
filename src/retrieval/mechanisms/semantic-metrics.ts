/** Ranking metrics of semantic tests: recall, MRR and nDCG of every stage, cut at its size. */
import type {
  Expectations,
  MeanRankingMetrics,
  RankingMetrics,
  SemanticResult,
  SemanticTest,
} from "../../contract/index.ts";
import { itemKey } from "../expectations/index.ts";
import type { PlaceOf } from "./passages.ts";
import { ndcgAt, recallAt, reciprocalRank } from "../../kernel/stats/index.ts";

/** The gain of a primary and a secondary in nDCG. */
const GAIN = { primary: 2, secondary: 1 };

/** Without a list there is nothing to measure, and without anything expected or any text to look for a quote. */
export function metrics(
  rankedIds: readonly string[] | undefined,
  k: number,
  {
    expectations: { expected_primary, expected_secondary },
    grades = [],
    placeOf = (item, ids) => ids.indexOf(itemKey(item)),
  }: { expectations: Expectations; grades?: SemanticTest["grades"]; placeOf?: PlaceOf },
): RankingMetrics {
  const gains = new Map([
    ...expected_secondary.map((item): [string, number] => [itemKey(item), GAIN.secondary]),
    ...expected_primary.map((item): [string, number] => [itemKey(item), GAIN.primary]),
  ]);
  // A judge's grade counts only for what is still expected today.
  for (const [id, grade] of grades) if (gains.has(id)) gains.set(id, grade);
  const first = rankedIds?.slice(0, k) ?? [];
  const quoted = [...expected_primary, ...expected_secondary]
    .filter((item) => typeof item !== "string")
    .map((item) => ({ key: itemKey(item), place: placeOf(item, first) }));
  if (rankedIds === undefined || quoted.some(({ place }) => place === undefined))
    return { recall: null, mrr: null, ndcg: null, k };
  // A document takes one place for each passage that is expected of it.
  const ranked = first.flatMap((id, index) => {
    const keys = quoted.filter(({ place }) => place === index).map(({ key }) => key);
    return gains.has(id) || keys.length === 0 ? [id, ...keys] : keys;
  });
  const places = Math.max(k, ranked.length);
  return {
    recall: recallAt(places, ranked, gains),
    mrr: reciprocalRank(ranked, gains),
    ndcg: ndcgAt(places, ranked, gains),
    k,
  };
}

/** Over the tests that have a value. */
export function meanMetrics(
  results: ReadonlyArray<Pick<SemanticResult, "metrics">>,
  stage: keyof SemanticResult["metrics"],
  k: number,
): MeanRankingMetrics {
  const measured = results.map(({ metrics }) => metrics[stage]).filter(({ recall }) => recall !== null);
  const mean = (pick: (metrics: RankingMetrics) => number | null) =>
    measured.length === 0 ? null : measured.reduce((sum, one) => sum + pick(one)!, 0) / measured.length;
  return {
    recall: mean(({ recall }) => recall),
    mrr: mean(({ mrr }) => mrr),
    ndcg: mean(({ ndcg }) => ndcg),
    k,
    tests: measured.length,
  };
}
