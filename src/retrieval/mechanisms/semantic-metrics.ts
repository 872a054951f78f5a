/** Ranking metrics of semantic tests: recall, MRR and nDCG of every stage, and what a longer list would gain. */
import {
  type Expectations,
  type MeanRankingMetrics,
  type MetricsMethod,
  type NoMetrics,
  noMetrics,
  type RankingMetrics,
  type SemanticResult,
  type SemanticTest,
} from "../../contract/index.ts";
import { ndcgAt, recallAt, reciprocalRank } from "../../kernel/stats/index.ts";

/** The gain of a primary and a secondary in nDCG. */
const GAIN = { primary: 2, secondary: 1 };

export const withoutMetrics = (missing: NoMetrics, k: number): RankingMetrics => ({
  recall: null,
  mrr: null,
  ndcg: null,
  k,
  missing,
});

export function metrics(
  rankedIds: readonly string[] | undefined,
  {
    expectations: { expected_primary, expected_secondary },
    grades = [],
    k,
    method,
  }: { expectations: Expectations; grades: SemanticTest["grades"]; k: number; method: MetricsMethod },
): RankingMetrics {
  const gains = new Map([
    ...expected_secondary.map((id): [string, number] => [id, GAIN.secondary]),
    ...expected_primary.map((id): [string, number] => [id, GAIN.primary]),
  ]);
  // A judge's grade counts only for what is still expected today.
  for (const [id, grade] of grades) if (gains.has(id)) gains.set(id, grade);
  if (gains.size === 0) return withoutMetrics("nothing-expected", k);
  if (rankedIds === undefined) return withoutMetrics("not-reported", k);
  const cut = method === "trec_eval" ? Infinity : k;
  return {
    recall: recallAt(k, rankedIds, gains),
    mrr: reciprocalRank(rankedIds.slice(0, cut), gains),
    ndcg: ndcgAt(cut, rankedIds, gains),
    k,
  };
}

export function meanMetrics(
  all: readonly RankingMetrics[],
  { k, method }: { k: number; method: MetricsMethod },
): MeanRankingMetrics {
  const mean = (pick: (metrics: RankingMetrics) => number | null) => {
    const values = all.flatMap((one) => pick(one) ?? []);
    // Even trec_eval has no average over zero runs.
    if (values.length === 0) return null;
    return (
      values.reduce((sum, value) => sum + value, 0) / (method === "trec_eval" ? all.length : values.length)
    );
  };
  const missing = Map.groupBy(all, (one) => one.missing);
  return {
    recall: mean(({ recall }) => recall),
    mrr: mean(({ mrr }) => mrr),
    ndcg: mean(({ ndcg }) => ndcg),
    k,
    tests: missing.get(undefined)?.length ?? 0,
    missing: Object.fromEntries(
      noMetrics.options.flatMap((why) => {
        const count = missing.get(why)?.length ?? 0;
        return count === 0 ? [] : [[why, count]];
      }),
    ),
  };
}

/** For each stage that the target names. A test in which it does not appear has no value for it. */
export function stageMetrics(
  results: readonly SemanticResult[],
  { k, method }: { k: number; method: MetricsMethod },
): { stages?: Array<MeanRankingMetrics & { name: string }> } {
  const names = stageNames(results);
  if (names.length === 0) return {};
  return {
    stages: names.map((name) => ({
      name,
      ...meanMetrics(
        results.map(
          ({ stages, score }) =>
            stages?.find((stage) => stage.name === name)?.metrics ??
            withoutMetrics(score === null ? "no-answer" : "not-reported", k),
        ),
        { k, method },
      ),
    })),
  };
}

/** In the order in which they first appear. */
export const stageNames = (results: readonly Pick<SemanticResult, "stages">[]): string[] => [
  ...new Set(results.flatMap(({ stages = [] }) => stages.map(({ name }) => name))),
];

const LONGER = [20, 30, 50];

/** The gain from a longer candidate list, from recorded candidates. */
export function counterfactuals(results: readonly SemanticResult[], candidates: number) {
  // With stages of its own, more candidates is not one number.
  if (results.some(({ stages }) => stages) || !results.some(({ beyond }) => beyond.length > 0)) return [];
  const cut = results.flatMap(({ lost }) => lost.filter(({ where }) => where === "cut"));
  return LONGER.filter((top_k) => top_k > candidates).map((top_k) => {
    const brought = cut.filter(({ rank }) => rank !== undefined && rank <= top_k);
    return {
      top_k,
      primaries: brought.filter(({ expected }) => expected === "primary").length,
      secondaries: brought.filter(({ expected }) => expected === "secondary").length,
    };
  });
}
