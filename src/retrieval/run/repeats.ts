/** Tests asked several times: how often to ask, and how the attempts become one result. */
import { isDeepStrictEqual } from "node:util";
import {
  mechanism,
  type CheckRepeats,
  type CheckResults,
  type Missing,
  type SemanticResult,
  type TestRepeats,
  type TestResult,
} from "../../contract/index.ts";
import { meanMetrics, moduleOf } from "../mechanisms/index.ts";
import { rounded } from "../score.ts";

/** A changed question or expectation makes it another test. */
export function asksTheSame(now: TestResult, before: TestResult): boolean {
  return (
    now.mechanism === before.mechanism &&
    isDeepStrictEqual(moduleOf(now).identity(now), moduleOf(before).identity(before))
  );
}

/** Attempts with a verdict. A result without repeats is one attempt. */
export function triedOf({ score, is_hard_fail, repeats }: TestResult): { passed: number; failed: number } {
  if (repeats) return { passed: repeats.passed, failed: repeats.answered - repeats.passed };
  if (score === null) return { passed: 0, failed: 0 };
  return is_hard_fail ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
}

export const passedIn = ({ score, is_hard_fail }: TestResult): boolean => score !== null && !is_hard_fail;

/** A test that passed in the baseline and fails now is asked until it has so many attempts. */
export const DECIDING_ATTEMPTS = 5;

/** It passed in the baseline and failed now. A critical failure counts at once, so there is nothing to find out. */
export const isSuspect = (tried: readonly TestResult[], before: TestResult | undefined): boolean =>
  before !== undefined &&
  passedIn(before) &&
  asksTheSame(tried[0]!, before) &&
  tried.some(({ is_hard_fail }) => is_hard_fail) &&
  !tried.some(isCriticalFailure);

export const isCriticalFailure = (result: TestResult): boolean =>
  "is_critical_failure" in result && result.is_critical_failure;

/**
 * The score is the mean over the answered attempts. A hard fail failed in at least half of them. One critical failure is enough:
 * a crisis phrase that is missed sometimes counts as missed. Everything else is that of the worst attempt, which says what went wrong.
 * Without an answer in half of the attempts, or in one of a crisis test, the score is missing.
 */
export function mergeAttempts<Result extends TestResult>(tried: readonly Result[]): Result {
  if (tried.length === 1) return tried[0]!;
  const answered = tried.filter(({ score }) => score !== null);
  const worst = (answered.length > 0 ? answered : tried).reduce((low, each) =>
    badness(each) > badness(low) ? each : low,
  );
  const attempts = tried.map(({ score, is_hard_fail }) => ({
    score,
    passed: score === null ? null : !is_hard_fail,
  }));
  const passed = attempts.filter((attempt) => attempt.passed === true).length;
  const repeats: TestRepeats = {
    attempts,
    passed,
    answered: answered.length,
    rate: answered.length === 0 ? null : passed / answered.length,
    flaky: passed > 0 && passed < answered.length,
  };
  const unanswered = tried.find(({ score }) => score === null);
  const isCritical = "is_critical" in worst && worst.is_critical;
  if (
    unanswered &&
    !isCriticalFailure(worst) &&
    (isCritical || 2 * (tried.length - answered.length) >= tried.length)
  )
    return { ...unanswered, missing: missingOf(unanswered, repeats), repeats };
  return {
    ...worst,
    score: answered.length === 0 ? null : rounded(mean(answered.map(({ score }) => score!))),
    is_hard_fail: answered.length > 0 && 2 * passed <= answered.length,
    ...("metrics" in worst && { metrics: meanOf(answered, worst.metrics) }),
    repeats,
  };
}

function missingOf({ missing }: TestResult, { attempts, answered }: TestRepeats): Missing {
  const why = missing?.message ?? "the target did not answer";
  return {
    code: missing?.code ?? "not-answered",
    message: `${attempts.length - answered} of ${attempts.length} attempts without an answer: ${why}`,
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Critical first, then hard fails, then low scores. */
const badness = (result: TestResult): number => (isCriticalFailure(result) ? 1_000 : 0) - (result.score ?? 0);

function meanOf(answered: readonly TestResult[], { candidates, final }: SemanticResult["metrics"]) {
  const measured = answered.filter((each) => each.mechanism === "semantic");
  return {
    candidates: meanMetrics(measured, "candidates", candidates.k),
    final: meanMetrics(measured, "final", final.k),
  };
}

/** What a run says about all its repeated tests; undefined: none was repeated. */
export function repeatSummary(
  results: readonly TestResult[],
  times: number | undefined,
): CheckRepeats | undefined {
  const repeated = results.filter(({ repeats }) => repeats !== undefined);
  if (times === undefined && repeated.length === 0) return undefined;
  return {
    times: times ?? 1,
    tests: repeated.length,
    attempts: results.reduce((sum, { repeats }) => sum + (repeats?.attempts.length ?? 1), 0),
    flaky: repeated.filter(({ repeats }) => repeats!.flaky).map(({ test_id }) => test_id),
  };
}

export const allResults = (results: CheckResults): TestResult[] =>
  mechanism.options.flatMap((name): TestResult[] => results[name]?.results ?? []);

export const byTestId = (results: CheckResults): Map<string, TestResult> =>
  new Map(allResults(results).map((result) => [result.test_id, result]));
