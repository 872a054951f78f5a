/** Tests asked several times: how often to ask, and how the attempts become one result. */
import { isDeepStrictEqual } from "node:util";
import type {
  CheckRepeats,
  CheckResults,
  Mechanism,
  Missing,
  RankingMetrics,
  RepeatTimes,
  ResultOf,
  SemanticResult,
  TestRepeats,
  TestResult,
} from "../../contract/index.ts";
import {
  clopperPearson,
  MOST_ATTEMPTS,
  passToTheK,
  repeatDesign,
  type RepeatDesign,
  type Tried,
} from "../../kernel/stats/index.ts";
import { modules, type MechanismModule } from "../mechanisms/index.ts";
import { rounded } from "../score.ts";

/** A changed question or expectation makes it another test. */
export function asksTheSame(now: TestResult, before: TestResult): boolean {
  return now.mechanism === before.mechanism && isDeepStrictEqual(identity(now), identity(before));
}

function identity<Name extends Mechanism>(result: ResultOf<Name> & { mechanism: Name }): unknown {
  const module: MechanismModule<Name> = modules[result.mechanism];
  return module.identity(result);
}

/** Attempts with a verdict. A result without repeats is one attempt. */
export function triedOf({ score, is_hard_fail, repeats }: TestResult): Tried {
  if (repeats) return { passed: repeats.passed, failed: repeats.answered - repeats.passed };
  if (score === null) return { passed: 0, failed: 0 };
  return is_hard_fail ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
}

/** All attempts of the same test in earlier runs; undefined if there are none. */
export function referenceFrom(earlier: readonly TestResult[]): Tried | undefined {
  const all = earlier.map(triedOf);
  const reference = {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
  return reference.passed + reference.failed === 0 ? undefined : reference;
}

/** The test that a run and its comparison share, so that both say the same. */
export const designFor = (references: readonly Tried[], times: RepeatTimes): RepeatDesign =>
  repeatDesign(
    references,
    times === "auto" ? { most: MOST_ATTEMPTS.compared, early: true } : { most: times, early: false },
  );

/** A target that does not answer is not asked for ever. */
const MOST_UNANSWERED = 3;

/** Whether to ask again, after these attempts. */
export function stopAfter(
  attempts: readonly TestRepeats["attempts"][number][],
  { times, design, reference }: { times: RepeatTimes; design: RepeatDesign; reference: Tried | undefined },
): TestRepeats["stopped"] | undefined {
  if (times !== "auto") return attempts.length >= times ? "fixed" : undefined;
  const so = {
    passed: attempts.filter(({ passed }) => passed === true).length,
    failed: attempts.filter(({ passed }) => passed === false).length,
  };
  if (attempts.length - so.passed - so.failed >= MOST_UNANSWERED) return "no answer";
  if (so.passed + so.failed === 0) return undefined;
  const next = design.next(reference, so);
  return next === "go on" ? undefined : next;
}

export const attemptOf = ({ score, is_hard_fail }: TestResult): TestRepeats["attempts"][number] => ({
  score,
  passed: score === null ? null : !is_hard_fail,
});

/**
 * The score is the mean over the answered attempts. A hard fail failed in at least half of them. One critical failure is enough:
 * a crisis phrase that is missed sometimes counts as missed. Everything else is that of the worst attempt, which says what went wrong.
 * Without an answer in half of the attempts, or in one of a crisis test, the score is missing.
 */
export function mergeAttempts<Result extends TestResult>(
  tried: readonly Result[],
  stopped: TestRepeats["stopped"],
): Result {
  const answered = tried.filter(({ score }) => score !== null);
  const worst = (answered.length > 0 ? answered : tried).reduce((low, each) =>
    badness(each) > badness(low) ? each : low,
  );
  const attempts = tried.map(attemptOf);
  const passed = attempts.filter((attempt) => attempt.passed === true).length;
  const repeats: TestRepeats = {
    attempts,
    passed,
    answered: answered.length,
    rate: answered.length === 0 ? null : passed / answered.length,
    interval: answered.length === 0 ? null : [...clopperPearson(passed, answered.length)],
    flaky: passed > 0 && passed < answered.length,
    stopped,
  };
  const ms = tried.reduce((sum, each) => sum + each.ms, 0);
  const unanswered = tried.find(({ score }) => score === null);
  const isCritical = "is_critical" in worst && worst.is_critical;
  const failedCritically = "is_critical_failure" in worst && worst.is_critical_failure;
  if (unanswered && !failedCritically && (isCritical || 2 * (tried.length - answered.length) >= tried.length))
    return {
      ...unanswered,
      ...(tried.length > 1 && { missing: missingOf(unanswered, repeats) }),
      ms,
      repeats,
    };
  return {
    ...worst,
    score: answered.length === 0 ? null : rounded(mean(answered.map(({ score }) => score!))),
    is_hard_fail: answered.length > 0 && 2 * passed <= answered.length,
    ...("metrics" in worst && {
      metrics: meanMetrics(answered as unknown as SemanticResult[], worst.metrics),
    }),
    ms,
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
const badness = (result: TestResult): number =>
  ("is_critical_failure" in result && result.is_critical_failure ? 1_000 : 0) - (result.score ?? 0);

function meanMetrics(
  answered: readonly SemanticResult[],
  of: SemanticResult["metrics"],
): SemanticResult["metrics"] {
  const averaged = (stage: "candidates" | "final"): RankingMetrics => {
    const value = (name: "recall" | "mrr" | "ndcg") => {
      const values = answered.flatMap(({ metrics }) => metrics[stage][name] ?? []);
      return values.length === 0 ? null : mean(values);
    };
    return { ...of[stage], recall: value("recall"), mrr: value("mrr"), ndcg: value("ndcg") };
  };
  return { candidates: averaged("candidates"), final: averaged("final") };
}

/** pass^k is shown up to this k. */
const MOST_K = 10;

/** What a repeated run says about all its tests; undefined if none was repeated. */
export function repeatSummary(results: readonly TestResult[], times: RepeatTimes): CheckRepeats {
  const repeated = results.filter(({ repeats }) => repeats && repeats.stopped !== "deterministic");
  const tried = repeated.filter(({ score }) => score !== null).map(triedOf);
  const fewest = Math.min(MOST_K, ...tried.map(({ passed, failed }) => passed + failed));
  return {
    times,
    tests: repeated.length,
    attempts: results.reduce((sum, { repeats }) => sum + (repeats?.attempts.length ?? 1), 0),
    flaky: repeated.filter(({ repeats }) => repeats!.flaky).map(({ test_id }) => test_id),
    pass_k:
      tried.length === 0
        ? []
        : Array.from({ length: fewest }, (_, index) => ({
            k: index + 1,
            value: mean(tried.map((each) => passToTheK(each, index + 1)!)),
          })),
  };
}

/** How many attempts a run will make: exact for a number, expected and at most for `auto`. */
export function plannedAttempts(
  tests: ReadonlyArray<{ repeated: boolean; reference: Tried | undefined }>,
  times: RepeatTimes,
): { expected: number; most: number } {
  const once = tests.filter(({ repeated }) => !repeated).length;
  const repeated = tests.filter((each) => each.repeated);
  if (times !== "auto") {
    const all = once + repeated.length * times;
    return { expected: all, most: all };
  }
  const design = designFor(
    repeated.flatMap(({ reference }) => reference ?? []),
    times,
  );
  return {
    expected: Math.round(once + repeated.reduce((sum, { reference }) => sum + design.attempts(reference), 0)),
    most:
      once +
      repeated.reduce(
        (sum, { reference }) => sum + (reference ? MOST_ATTEMPTS.compared : MOST_ATTEMPTS.alone),
        0,
      ),
  };
}

/** The same test in earlier runs, with a verdict. */
export const sameTestIn = (
  result: TestResult,
  runs: ReadonlyArray<ReadonlyMap<string, TestResult>>,
): TestResult[] =>
  runs.flatMap((run) => run.get(result.test_id) ?? []).filter((earlier) => asksTheSame(result, earlier));

export const byTestId = (results: CheckResults): Map<string, TestResult> =>
  new Map(
    (["semantic", "state", "pattern", "always"] as const).flatMap((name) =>
      ((results[name]?.results ?? []) as TestResult[]).map((result) => [result.test_id, result] as const),
    ),
  );
