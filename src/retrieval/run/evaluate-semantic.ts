import type {
  Expectations,
  Lost,
  RankCheck,
  RankViolation,
  SemanticResult,
  SemanticTest,
} from "../../contract/index.ts";
import { ndcgAt, recallAt, reciprocalRank } from "../../kernel/stats/index.ts";
import type { Resolved } from "../expectations/index.ts";
import { calculateScore } from "../scoring/index.ts";
import type { Retrieved, TargetFacts } from "../target/index.ts";

export type SemanticFacts = {
  test: SemanticTest;
  resolved: Resolved;
  stale: string[];
  target: TargetFacts;
  ms: number;
};

/** What came up for a message, against what is expected of it today. */
export function evaluateSemantic(
  retrieved: Retrieved,
  { test, resolved, stale, target, ms }: SemanticFacts,
): SemanticResult {
  const { expectations } = resolved;
  const { selections, candidates = [] } = retrieved;
  const absent = (ids: readonly string[]) => ids.filter((id) => !selections.includes(id));
  const primaryMissing = absent(expectations.expected_primary);
  const secondaryMissing = absent(expectations.expected_secondary);
  const falsePositives = expectations.not_expected.filter((id) => selections.includes(id));
  const rankViolations = violations(selections, expectations.rank_check);
  const { score, breakdown, isHardFail } = calculateScore({
    primaryPass: primaryMissing.length === 0,
    secondaryMissing,
    falsePositives,
    rankViolations,
  });
  const where =
    (expected: Lost["expected"]) =>
    (id: string): Lost =>
      whereLost(id, expected, retrieved, target);
  return {
    ...unscored({ test, resolved, stale, ms }),
    voyage_candidates: candidates.slice(0, target.candidates),
    beyond: candidates.slice(target.candidates),
    haiku_selections: [...selections],
    primary_pass: primaryMissing.length === 0,
    primary_missing: primaryMissing,
    secondary_missing: secondaryMissing,
    false_positives: falsePositives,
    rank_violations: rankViolations,
    lost: [...primaryMissing.map(where("primary")), ...secondaryMissing.map(where("secondary"))],
    metrics: {
      candidates: metrics(
        candidates.map(({ entity_id }) => entity_id),
        expectations,
        target.candidates,
      ),
      final: metrics(selections, expectations, target.topK),
    },
    score,
    breakdown,
    is_hard_fail: isHardFail,
  };
}

/** A test that the target did not answer: everything but a verdict. */
export const unscored = ({ test, resolved, stale, ms }: Omit<SemanticFacts, "target">): SemanticResult => ({
  mechanism: "semantic",
  test_id: test.test_id,
  name: test.name,
  category: test.category,
  topics: test.topics,
  prompt: test.prompt,
  user_state: test.user_state,
  voyage_candidates: [],
  beyond: [],
  haiku_selections: [],
  expectations: resolved.expectations,
  expectation_source: resolved.source,
  stale,
  primary_pass: false,
  primary_missing: [],
  secondary_missing: [],
  false_positives: [],
  rank_violations: [],
  lost: [],
  metrics: { candidates: nothing, final: nothing },
  score: null,
  breakdown: {},
  is_hard_fail: false,
  ms,
});

const nothing = { recall: null, mrr: null, ndcg: null, k: 0 };

/** Where both came up: one that is missing has its penalty already. */
function violations(selections: readonly string[], checks: readonly RankCheck[]): RankViolation[] {
  return checks.flatMap(({ higher, lower }) => {
    const [above, below] = [selections.indexOf(higher), selections.indexOf(lower)];
    return above < 0 || below < 0 || above < below
      ? []
      : [
          {
            expected_higher: higher,
            expected_lower: lower,
            actual_higher_rank: above + 1,
            actual_lower_rank: below + 1,
          },
        ];
  });
}

function whereLost(
  id: string,
  expected: Lost["expected"],
  { candidates = [], selections }: Retrieved,
  target: TargetFacts,
): Lost {
  const found = candidates.find(({ entity_id }) => entity_id === id);
  // A list that is shorter than what was sent on says nothing about what is not in it.
  if (!found)
    return { entity_id: id, expected, where: candidates.length < target.candidates ? "unknown" : "not-near" };
  const place = { rank: found.rank, ...(found.score !== undefined && { score: found.score }) };
  if (found.rank > target.candidates) return { entity_id: id, expected, where: "cut", ...place };
  return {
    entity_id: id,
    expected,
    where: selections.length >= target.topK ? "outranked" : "dropped",
    ...place,
  };
}

/** What a primary and a secondary are worth in nDCG. */
const GAIN = { primary: 2, secondary: 1 };

function metrics(
  ranked: readonly string[],
  { expected_primary, expected_secondary }: Expectations,
  k: number,
) {
  const gains = new Map([
    ...expected_secondary.map((id): [string, number] => [id, GAIN.secondary]),
    ...expected_primary.map((id): [string, number] => [id, GAIN.primary]),
  ]);
  return {
    recall: recallAt(k, ranked, gains),
    mrr: reciprocalRank(ranked.slice(0, k), gains),
    ndcg: ndcgAt(k, ranked, gains),
    k,
  };
}
