/** Results in short: for programs, and as lines and a summary for the console. */
import {
  checkOutcome,
  mechanism,
  type CheckAnswer,
  type CheckRepeats,
  type CheckResults,
  type CheckSummary,
  type Mechanism,
  type TestRepeats,
  type TestResult,
  type TestVerdict,
} from "../../contract/index.ts";
import { spentText, sumOf } from "../../kernel/journal/index.ts";
import { counted, noteLines, visible } from "../../kernel/report/index.ts";
import { answerLines } from "../answers/index.ts";
import { labelOf, usedSources } from "../mechanisms/index.ts";
import { interpretScore } from "../score.ts";

export const allResults = (results: CheckResults): TestResult[] =>
  mechanism.options.flatMap((name): TestResult[] => results[name]?.results ?? []);

/** Tests that lost points or have no score. */
export const belowFull = (results: CheckResults): TestResult[] =>
  allResults(results).filter(({ score }) => score === null || score < 100);

export const isCriticalFailure = (result: TestResult): boolean =>
  "is_critical_failure" in result && result.is_critical_failure;

/** A test in one line. Names and a target's words are escaped against terminal codes. */
export function testLine(result: TestResult): string {
  const { test_id, name, score, missing, repeats } = result;
  const times = repeats && repeats.attempts.length > 1 ? `, ${rateText(repeats)}` : "";
  const verdict =
    score === null
      ? `no score: ${line(missing?.message ?? "the target did not answer")}`
      : isCriticalFailure(result)
        ? "🚨 CRITICAL"
        : score === 100
          ? "✓"
          : `Score: ${score}`;
  return `${test_id}: ${verdict}${times}${name === "" ? "" : ` (${line(name)})`}`;
}

/** "passed 7 of 10 (70 %, 35 to 93)". */
export function rateText({ passed, answered, rate, interval, attempts }: TestRepeats): string {
  const percent = (share: number) => Math.round(100 * share);
  const silent = attempts.length - answered;
  return rate === null || interval === null
    ? `no answer in ${counted(attempts.length, "attempt")}`
    : `passed ${passed} of ${answered} (${percent(rate)} %, ${percent(interval[0]!)} to ${percent(interval[1]!)})${silent > 0 ? `, ${silent} without an answer` : ""}`;
}

const line = (text: string): string => visible(text).replaceAll(/\s+/g, " ");

/** The same as data. */
export function testVerdictOf(result: TestResult): TestVerdict {
  const { test_id, mechanism, name, score, is_hard_fail, breakdown, missing, repeats } = result;
  return {
    test_id,
    mechanism,
    name,
    score,
    means: score === null ? "No score" : interpretScore(score),
    is_hard_fail,
    is_critical_failure: isCriticalFailure(result),
    breakdown,
    ...(missing && { missing }),
    ...("answer" in result && result.answer && { answer: result.answer }),
    ...(repeats && { repeats }),
  };
}

export const checkAnswerOf = (
  { summary, answers, repeats, outcome, notes }: CheckResults,
  saved?: { resultsFile: string; reportFile: string },
): CheckAnswer => ({
  health_status: summary.health_status,
  combined_score: summary.combined_score,
  total_tests: summary.total_tests,
  hard_fails: summary.hard_fail_count,
  missing: summary.missing_count,
  critical_failures: summary.critical_failures,
  component_scores: summary.component_scores,
  expectation_sources: summary.expectation_sources,
  health_reasons: summary.health_reasons,
  by_built_in: summary.by_built_in,
  partial: summary.partial,
  ...(answers && { answers }),
  notes,
  results_file: saved?.resultsFile ?? null,
  report_file: saved?.reportFile ?? null,
  ...(repeats && { repeats }),
  ...(outcome?.baseline && { baseline: outcome.baseline }),
  ...(outcome && { outcome: gatesOnly.parse(outcome) }),
});

/** The comparison has its own field in answers. */
const gatesOnly = checkOutcome.omit({ baseline: true });

/** The health, and the number of banks it covers. */
export function healthText({
  health_status,
  partial,
  scope,
}: Pick<CheckSummary, "health_status" | "partial" | "scope">): string {
  if (!partial) return health_status;
  const words = [
    ...(scope && scope.banks < scope.of ? [`${scope.banks} of ${counted(scope.of, "bank")}`] : []),
    ...(scope?.selected ? ["selected tests only"] : []),
  ];
  return `${health_status} (partial${words.length > 0 ? `: ${words.join(", ")}` : ""})`;
}

const RULE = "=".repeat(60);

export function summaryText(results: CheckResults): string {
  const { summary, notes } = results;
  const shown = (score: number | null | undefined) =>
    score === null || score === undefined ? "no score" : String(score);
  return [
    RULE,
    "RESULTS SUMMARY",
    RULE,
    "",
    ...noteLines(notes).map((line) => `Note: ${line}`),
    ...(notes.length > 0 ? [""] : []),
    `Health Status: ${healthText(summary)}`,
    ...summary.health_reasons.map((reason) => `  ${reason}`),
    `Combined Score: ${shown(summary.combined_score)}${summary.partial ? " (partial: weights are rescaled over what was run)" : ""}`,
    `Total Tests: ${summary.total_tests}`,
    `Hard Fails: ${summary.hard_fail_count}`,
    ...(summary.missing_count > 0
      ? [`Missing: ${counted(summary.missing_count, "test has", "tests have")} no score`]
      : []),
    ...(summary.critical_failures.length > 0
      ? ["", `🚨 CRITICAL FAILURES: ${summary.critical_failures.join(", ")}`]
      : []),
    "",
    "Component Scores:",
    ...Object.entries(summary.component_scores).map(
      ([component, score]) =>
        `  ${labelOf(component as Mechanism, results.target).toLowerCase()}: ${shown(score)}${builtIn(results, component) ? " (built-in rules: this part of the target was not tested)" : ""}`,
    ),
    ...repeatLines(results),
    ...(results.semantic
      ? [
          "",
          "Expectation Sources:",
          ...usedSources(summary).map(([source, count]) => `  ${source}: ${count}`),
        ]
      : []),
    ...(results.answers ? ["", ...answerLines(results)] : []),
    "",
    tookText(results),
  ].join("\n");
}

export const tookText = (results: CheckResults): string => {
  const { models, target } = costOf(results);
  return `Took ${(results.duration_ms / 1000).toFixed(1)} s${models === undefined ? "" : `, cost ${models}`}.${target ? ` ${TARGET_COST}` : ""}`;
};

export const costText = (results: CheckResults): string => {
  const { models, target } = costOf(results);
  return [...(models === undefined ? [] : [models]), ...(target ? [TARGET_COST] : [])].join(". ");
};

const TARGET_COST = "The target's own cost is not known to Rehearse.";

/** The models' cost; undefined if none was asked. That the user's own system has no price is not an error. */
function costOf({ totals }: CheckResults): { models: string | undefined; target: boolean } {
  const { target, ...models } = totals.byRole;
  if (!target || target.unpriced === 0) return { models: spentText(totals.all), target: false };
  const spent = Object.values(models);
  return { models: spent.length === 0 ? undefined : spentText(sumOf(spent)), target: true };
}

/** "32 attempts of 8 tests (4 each)." */
export function repeatText({ times, tests, attempts }: CheckRepeats): string {
  if (times === 1)
    return `${counted(tests, "test")} that passed in the baseline ${tests === 1 ? "was" : "were"} asked again.`;
  return tests === 0
    ? "none, because the target is deterministic."
    : `${counted(attempts, "attempt")} of ${counted(tests, "test")} (${times} each).`;
}

/** Attempts, and the flaky tests apart from those that fail. */
function repeatLines(results: CheckResults): string[] {
  const { repeats } = results;
  if (!repeats) return [];
  const flaky = allResults(results).filter((result) => result.repeats?.flaky);
  return [
    "",
    `Repeats: ${repeatText(repeats)}`,
    ...(flaky.length > 0
      ? [
          `Flaky Tests (${flaky.length}):`,
          ...flaky.map(({ test_id, repeats: own }) => `  ${test_id}: ${rateText(own!)}`),
        ]
      : []),
  ];
}

const builtIn = (results: CheckResults, component: string): boolean =>
  results.target.kind !== "built-in" && results[component as Mechanism]?.by_built_in === true;
