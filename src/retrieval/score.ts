/** The 100-point scale: points of a test, their meaning, and averages over a bank. */
import type { z } from "zod";
import type { Breakdown, GroupScore, RankViolation, scoreRange, TestResult } from "../contract/index.ts";

type Evaluation = {
  primaryPass: boolean;
  secondaryMissing?: readonly string[];
  falsePositives?: readonly string[];
  rankViolations?: readonly RankViolation[];
  wrongHandlers?: readonly string[];
};

type Score = { score: number; breakdown: Breakdown; isHardFail: boolean };

export const FULL_SCORE = 100;
/** Points per item. */
const PENALTIES = {
  secondary_missing: 10,
  false_positives: 20,
  rank_violations: 10,
  wrong_handlers: 20,
} as const;

/** Without the primary a test has no points. With it: 100, less a penalty for each item, never below 0. */
export function calculateScore({
  primaryPass,
  secondaryMissing = [],
  falsePositives = [],
  rankViolations = [],
  wrongHandlers = [],
}: Evaluation): Score {
  if (!primaryPass)
    return {
      score: 0,
      breakdown: { primary_fail: true, reason: "Primary expected entity not found" },
      isHardFail: true,
    };
  const breakdown = {
    ...penaltyFor("secondary_missing", secondaryMissing),
    ...penaltyFor("false_positives", falsePositives),
    ...penaltyFor("rank_violations", rankViolations),
    ...penaltyFor("wrong_handlers", wrongHandlers),
  };
  const lost = Object.values<{ penalty: number }>(breakdown).reduce((sum, { penalty }) => sum - penalty, 0);
  return { score: Math.max(0, FULL_SCORE - lost), breakdown, isHardFail: false };
}

const penaltyFor = <Name extends keyof typeof PENALTIES, Item>(name: Name, items: readonly Item[]) =>
  items.length === 0
    ? {}
    : { [name]: { items: [...items], count: items.length, penalty: -PENALTIES[name] * items.length } };

type ScoreRange = z.infer<typeof scoreRange>;

/** Each range with its lowest score and its meaning, best first. */
const ranges: ReadonlyArray<{ range: ScoreRange; from: number; means: string }> = [
  { range: "100", from: 100, means: "Perfect" },
  { range: "90-99", from: 90, means: "Minor issue" },
  { range: "80-89", from: 80, means: "Notable issues" },
  { range: "70-79", from: 70, means: "Concerning" },
  { range: "60-69", from: 60, means: "Barely acceptable" },
  { range: "1-59", from: 1, means: "Failing" },
  { range: "0", from: 0, means: "Hard fail" },
];

const rangeOf = (score: number) => ranges.find(({ from }) => score >= from) ?? ranges.at(-1)!;

export const interpretScore = (score: number): string => rangeOf(score).means;

/** How many scores lie in each range. */
export function scoreDistribution(scores: readonly number[]): Record<ScoreRange, number> {
  const counts = Object.fromEntries(ranges.map(({ range }) => [range, 0])) as Record<ScoreRange, number>;
  for (const score of scores) counts[rangeOf(score).range] += 1;
  return counts;
}

export const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Over the tests that have a score: a missing one is neither 0 nor 100. */
function average(results: ReadonlyArray<Pick<TestResult, "score">>): number | null {
  const scores = results.flatMap(({ score }) => (score === null ? [] : [score]));
  return scores.length === 0 ? null : rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

type Scored = Pick<TestResult, "score" | "is_hard_fail" | "missing">;

/** A test that expects no document, but an answer, needs no score. */
export const NOTHING_EXPECTED = "nothing-expected";
export const lacksScore = ({ score, missing }: Pick<TestResult, "score" | "missing">): boolean =>
  score === null && missing?.code !== NOTHING_EXPECTED;

export const bankScore = (results: readonly Scored[]) => ({
  tests_run: results.length,
  average_score: average(results),
  hard_fails: results.filter(({ is_hard_fail }) => is_hard_fail).length,
  missing: results.filter(lacksScore).length,
});

/** Scores by topic, handler or another grouping of tests. A test may be in several groups. */
export function groupScores<Result extends Scored>(
  results: readonly Result[],
  groupsOf: (result: Result) => readonly string[],
): Record<string, GroupScore> {
  const groups = Map.groupBy(
    results.flatMap((result) => groupsOf(result).map((group) => ({ group, result }))),
    ({ group }) => group,
  );
  return Object.fromEntries(
    [...groups].map(([group, members]) => {
      const own = members.map(({ result }) => result);
      return [
        group,
        {
          avg: average(own),
          tests: own.length,
          hard_fails: own.filter(({ is_hard_fail }) => is_hard_fail).length,
        },
      ];
    }),
  );
}
