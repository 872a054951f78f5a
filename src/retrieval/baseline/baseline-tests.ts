/** The tests behind a comparison with earlier runs: hard fails, pass rates of repeated tests, scores. */
import type { CheckBaseline, CheckResults, Mechanism, TestResult } from "../../contract/index.ts";
import { counted, pText } from "../../kernel/report/index.ts";
import {
  exchangeTest,
  FAMILY_ALPHA,
  signFlip,
  worseThanBefore,
  worseThanRuns,
} from "../../kernel/stats/index.ts";
import { modules } from "../mechanisms/index.ts";
import { designFor, referenceFrom } from "../run/index.ts";
import { rounded } from "../score.ts";

/** Half of the 5 % is for hard fails (one-sided), half for lower scores (two-sided at .05, counted in one direction). */
const ALPHA = { hardFails: 0.025, scores: 0.05 };
/** The gate must find the loss of one test in so many. With fewer tests than that takes, it does not leave anything to chance. */
const FOUND_SHARE = 4;

/** New hard fails that are always significant if no test got better. With one baseline p ≤ .025 from five, in a bank of any size. */
export const surelySignificant = (runs: number): number =>
  runs === 1 ? 5 : Math.ceil(Math.log(ALPHA.hardFails) / Math.log(1 / (runs + 1)));

/** With fewer comparable tests, the loss of a quarter could pass as chance. */
export const testsNeeded = (runs: number): number => FOUND_SHARE * surelySignificant(runs);

/** A test with its earlier results that have the same question and expectation. */
export type Compared = { result: TestResult; earlier: TestResult[] };

export const hasScore = ({ score }: TestResult): boolean => score !== null;
export const isHardFail = ({ is_hard_fail }: TestResult): boolean => is_hard_fail;

/** One baseline: compares the tests that got worse with those that got better. Several: compares the fails with each test's own rate. */
export function testHardFails(
  compared: readonly Compared[],
  { worse, better, runs }: { worse: number; better: number; runs: number },
): Omit<CheckBaseline["hard_fail_test"], "strict"> {
  const counts = { tests: compared.length, worse, better, alpha: ALPHA.hardFails };
  if (runs === 1)
    return {
      method: "worse against better tests",
      ...counts,
      p: worseThanBefore({ worse, better, pairs: compared.length }),
    };
  const { p, now, expected } = worseThanRuns(
    compared.map(({ result, earlier }) => ({
      now: result.is_hard_fail,
      before: { bad: earlier.filter(isHardFail).length, of: earlier.length },
    })),
  );
  return { method: "Fisher within each test", ...counts, now, expected, p };
}

/** A baseline with fewer attempts per test cannot tell a flaky test from a fallen one. */
const FEWEST_ATTEMPTS = 10;
/** The fall by which reports say how much a comparison would find. */
const EXAMPLE = { from: 0.95, to: 0.6 };

/** With repeats: the pass rate of each test against all its earlier attempts. Undefined if this run has no repeats. */
export function testPassRates(
  current: CheckResults,
  { scored, all }: { scored: readonly Compared[]; all: readonly Compared[] },
) {
  if (!current.repeats) return undefined;
  const withReference = (compared: readonly Compared[]) =>
    compared.flatMap(({ result, earlier }) => {
      const reference = result.repeats && referenceFrom(earlier);
      return reference ? [{ result, reference, attempts: result.repeats!.attempts }] : [];
    });
  const tests = withReference(scored);
  // As the run did: tests without a score now took part in it.
  const design = designFor(
    withReference(all).map(({ reference }) => reference),
    current.repeats.times,
  );
  const judged = tests.map((test) => ({
    ...test,
    evidence: design.evidenceOf(
      test.reference,
      test.attempts.flatMap(({ passed }) => passed ?? []),
    ),
  }));
  const worse = judged.filter(({ evidence }) => evidence >= design.threshold);
  const sizes = tests.map(({ reference }) => reference.passed + reference.failed).toSorted((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const passed = Math.round(EXAMPLE.from * median);
  const found = design.power({ passed, failed: median - passed }, EXAMPLE.to);
  return {
    worse: worse.map(({ result }) => result),
    words: worse.map(({ result: { test_id, repeats }, reference: { passed, failed } }) => ({
      test_id,
      says: `passed ${repeats!.passed} of ${repeats!.answered} now, ${passed} of ${passed + failed} before`,
    })),
    enough: median >= FEWEST_ATTEMPTS,
    note:
      median === 0
        ? "no repeated test has a baseline to compare its pass rate with"
        : `the baseline has ${counted(median, "attempt")} per test (median): a test that falls from ${EXAMPLE.from} to ${EXAMPLE.to} is found in ${Math.round(100 * found)} % of runs`,
    test: {
      method: "pass rates of repeated tests" as const,
      tests: tests.length,
      worse: worse.length,
      better: 0,
      p: tests.length === 0 ? 1 : design.chanceOf(Math.max(...judged.map(({ evidence }) => evidence))),
      alpha: FAMILY_ALPHA,
    },
  };
}

/** The change of the combined score over the tests that have a score on both sides. Each bank has its weight. */
export function testScores(
  compared: readonly Compared[],
  { runs, notCounted, repeated }: { runs: number; notCounted: readonly Mechanism[]; repeated: boolean },
): CheckBaseline["score_test"] {
  const counted = compared.filter(({ result }) => !notCounted.includes(result.mechanism));
  const sizes = new Map(
    [...Map.groupBy(counted, ({ result }) => result.mechanism)].map(([name, tests]) => [name, tests.length]),
  );
  const whole = [...sizes.keys()].reduce((sum, name) => sum + modules[name].weight, 0);
  const things = counted.map(({ result, earlier }) => ({
    now: result.score!,
    before: earlier.map(({ score }) => score!),
    // Makes the mean of all differences equal the change of the combined score.
    weight: (modules[result.mechanism].weight / whole) * (counted.length / sizes.get(result.mechanism)!),
  }));
  const { pairs, meanDifference, p, exact } =
    runs === 1
      ? signFlip(
          things.map(({ now, before, weight }) => weight * (now - before[0]!)),
          { seed: "baseline" },
        )
      : exchangeTest(things, { seed: "baseline" });
  // Means over different numbers of attempts vary differently: exchanging them would say too much.
  if (repeated)
    return { method: NOT_TESTED, tests: pairs, difference: meanDifference, p: null, alpha: ALPHA.scores };
  return {
    method: runs === 1 ? `sign flips, ${exact ? "exact" : "drawn"}` : "exchanged runs, drawn",
    tests: pairs,
    difference: meanDifference,
    p,
    alpha: ALPHA.scores,
  };
}

export const NOT_TESTED = "not tested with repeats";

export const isSignificant = ({ p, alpha }: CheckBaseline["score_test"]): boolean => p !== null && p <= alpha;

export const hardFailWords = ({
  method,
  worse,
  better,
  tests,
  now,
  expected,
  p,
}: CheckBaseline["hard_fail_test"]): string =>
  method === "pass rates of repeated tests"
    ? `${worse} of ${counted(tests, "repeated test")} with a lower pass rate, ${pText(p)} for the whole bank`
    : `${expected === undefined ? `${worse} worse, ${better} better` : `${now} now, ${rounded(expected)} expected`} of ${counted(tests, "test")}, one-sided ${pText(p)}`;
