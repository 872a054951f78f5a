import { beforeAll, expect, test } from "vitest";
import {
  failing,
  goodTarget,
  scored,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import type { CheckResults, TestResult } from "../../contract/index.ts";
import { judgeCheck } from "./check-verdict.ts";
import { compareWithBaseline, isRegression } from "./compare-with-baseline.ts";

let good: CheckResults;
beforeAll(async () => void (good = await scored([100, 100, 100])));

const baselineOf = (results: CheckResults) => ({ file: "results/before.json", results });
const compared = (now: CheckResults, before: CheckResults) => compareWithBaseline(now, baselineOf(before));
const verdictOf = (now: CheckResults, before: CheckResults) =>
  judgeCheck(now, { baseline: baselineOf(before) }).outcome.verdict;

/** The first semantic tests as if they had been asked so often. */
function asked(results: CheckResults, attempts: ReadonlyArray<{ failed: number; of: number }>): CheckResults {
  const copy = structuredClone(results);
  for (const [at, { failed, of }] of attempts.entries()) {
    const test: TestResult = copy.semantic!.results[at]!;
    const passed = of - failed;
    test.repeats = {
      attempts: Array.from({ length: of }, (_, index) => ({ score: null, passed: index >= failed })),
      passed,
      answered: of,
      rate: passed / of,
      flaky: failed > 0 && passed > 0,
    };
    test.is_hard_fail = 2 * passed <= of;
    test.score = (100 * passed) / of;
  }
  return copy;
}

test("the headline names the tests that fail and how often, and the finding what was missing", () => {
  const now = asked(good, [
    { failed: 5, of: 5 },
    { failed: 4, of: 5 },
    { failed: 4, of: 5 },
  ]);
  const before = asked(good, [
    { failed: 0, of: 1 },
    { failed: 0, of: 5 },
    { failed: 0, of: 1 },
  ]);
  const { outcome, headline, findings, next } = verdictOf(now, before);
  expect({ outcome, headline }).toEqual({
    outcome: "failed",
    headline: "Failed: V2-0 now fails 5 of 5, V2-1 now fails 4 of 5.",
  });
  expect(findings.map(({ title }) => title)).toEqual([
    "V2-0, worse than in the baseline (100 → 0)",
    "V2-1, worse than in the baseline (100 → 20)",
    "V2-2, hard fail (100 → 20)",
  ]);
  expect(findings[1]!.says).not.toContain("--repeat");
  expect(findings[2]!.says).toMatch(
    /It failed 4 of 5; in the baseline it passed 1 of 1\. This may be chance\.$/,
  );
  expect(next.map(({ says }) => says)).toEqual([
    "Look first at V2-0, V2-1: the report shows what came up instead.",
    expect.stringContaining("Make the baseline with --repeat 5:"),
  ]);
});

test("a flaky test passes and is named; one that failed before, or has another question, is not lost", () => {
  const flaky = asked(good, [{ failed: 1, of: 5 }]);
  expect(verdictOf(flaky, good)).toMatchObject({
    outcome: "passed",
    headline: "Passed: no test fails often enough to be a regression (V2-0 failed 1 of 5).",
  });
  const broken = asked(good, [{ failed: 5, of: 5 }]);
  expect(compared(broken, broken).lost).toEqual([]);
  expect(compared(good, broken).lost).toEqual([]);
  const reworded = structuredClone(good);
  reworded.semantic!.results[0]!.prompt = "another message";
  expect(verdictOf(broken, reworded)).toMatchObject({
    outcome: "passed",
    cautions: [expect.stringMatching(/^1 test of the baseline not compared, .*: V2-0\.$/)],
  });
});

test("a deterministic target fails at the first failure", async () => {
  const broken = await scored([100, 0, 100]);
  expect(verdictOf(broken, good).outcome).toBe("passed");
  const rules: CheckResults = { ...broken, target: { ...broken.target, deterministic: ["semantic"] } };
  expect(verdictOf(rules, good)).toMatchObject({
    outcome: "failed",
    headline: "Failed: V2-1 now fails.",
    findings: [{ says: expect.stringContaining("gray_rock did not come up.") as string }],
    next: [{ says: expect.stringContaining("Look first at V2-1:") as string }],
  });
});

test("a critical failure fails at once, and the headline says whether it is new", async () => {
  const critical = await scored([100, 100, 100], {
    pattern: async () => ({ matches: ["handler_crisis"], details: [] }),
  });
  const headline = "Failed: PAT-NEG-001 is a new critical failure.";
  expect(verdictOf(critical, good)).toMatchObject({
    headline,
    findings: [{ title: "PAT-NEG-001, critical failure (100 → 80)" }],
  });
  // It still fails the check.
  expect(verdictOf(critical, critical).headline).toBe("Failed: PAT-NEG-001 is a critical failure.");
  const reworded = structuredClone(critical);
  reworded.pattern!.results[1]!.prompt = "another message";
  expect(verdictOf(critical, reworded).headline).toBe(headline);
});

test("tests without an answer are not a regression, and the verdict names them", async () => {
  const silent = await scored([100, null, 100], {
    pattern: ({ message }) =>
      message.includes("end it all") ? failing() : Promise.resolve({ matches: [], details: [] }),
  });
  expect(verdictOf(silent, good)).toMatchObject({
    outcome: "undecided",
    headline: "Could not be judged: 2 of 7 tests have no answer: V2-1, PAT-CRISIS-001.",
  });
  // Nor is one whose further attempts had no answer: with them it might have been a regression.
  const partly = asked(good, [{ failed: 5, of: 5 }]);
  partly.semantic!.results[0]!.repeats!.answered = 3;
  const stable = asked(good, [{ failed: 0, of: 5 }]);
  expect(compared(partly, stable).lost).toMatchObject([
    { now: { failed: 3, answered: 3, attempts: 5 }, regression: false },
  ]);
  expect(verdictOf(partly, stable).headline).toBe(
    "Could not be judged: 1 of 7 tests has too few answers: V2-0.",
  );
});

test("seven tests that all lost points are a regression (p = 1/128), six are not, and a gain never is", async () => {
  const scores = (count: number) => Array.from({ length: 20 }, (_, index) => (index < count ? 90 : 100));
  const before = await scored(scores(0));
  const seven = await scored(scores(7));
  expect(compared(seven, before).score_test).toEqual({
    tests: 24,
    // 3.5 points of the semantic bank, which has a weight of 60 %.
    difference: expect.closeTo(-2.1, 9),
    p: 1 / 128,
    alpha: 0.01,
  });
  expect(verdictOf(seven, before).headline).toBe(
    "Failed: the combined score fell by 2.1 points (p = 0.008).",
  );
  expect(compared(await scored(scores(6)), before).score_test.p).toBeNull();
  expect(verdictOf(await scored(scores(6)), before).outcome).toBe("passed");
  expect(verdictOf(before, seven).outcome).toBe("passed");
});

test("points lost in other banks count with their weight; those of a bank that is not tested do not", async () => {
  const states = Array.from({ length: 8 }, (_, index) => ({
    ...smallBanks.state![0]!,
    test_id: `STATE-${index}`,
    not_expected_handlers: ["handler_crisis"],
  }));
  const banks = { ...smallBanks, state: states };
  const before = await smallCheck(goodTarget, { banks });
  const now = await smallCheck(
    { ...goodTarget, state: async () => ({ handlers: ["handler_returning_user", "handler_crisis"] }) },
    { banks },
  );
  // Twenty points of a bank with a weight of 15 %.
  expect(compared(now, before).score_test).toMatchObject({
    difference: expect.closeTo(-3, 9) as number,
    p: 1 / 256,
  });
  // A target that no longer has it is compared in the others, with a caution.
  const declined = await smallCheck({ ...goodTarget, state: async () => undefined }, { banks });
  expect(compared(declined, before)).toMatchObject({ lost: [], score_test: { tests: 5, p: null } });
  expect(verdictOf(declined, before)).toMatchObject({
    outcome: "passed",
    cautions: ["Not tested: state: the target does not implement this", /banks or tests/, /^8 tests of/].map(
      (said) => expect.stringMatching(said) as string,
    ),
  });
});

test("each test is better, worse, the same or not compared", async () => {
  const facts = compared(await scored([100, 80, 90, null, 100]), await scored([90, 90, 90, 100, null]));
  expect(facts.tests).toEqual({ better: 1, worse: 1, same: 5, left_out: 2 });
});

test("a baseline that lacks answers passes nothing", async () => {
  const lower = await scored([100, 0]);
  const silent = await scored([100, null]);
  expect(verdictOf(lower, silent)).toMatchObject({
    outcome: "undecided",
    headline: "Could not be judged: the baseline has no score for 1 test; make a new one.",
  });
});

test("what else has changed is said first", async () => {
  const other = structuredClone(good);
  other.kb.hash = "other";
  other.target.reranker = "other";
  other.semantic!.results[0]!.test_id = "V2-OLD";
  other.semantic!.results[1]!.expectations.expected_secondary.reverse();
  const { always: _always, ...fewer } = other;
  expect(verdictOf(good, fewer).cautions).toEqual([
    "The knowledge base has changed since the baseline.",
    "The baseline was made with another target.",
    "The baseline ran other banks or tests: combined scores and health are not comparable.",
    "1 test of the baseline not compared, because it is gone or its question or expectation changed: V2-OLD.",
  ]);
});

test("with no comparable test nothing is decided", async () => {
  const reworded = structuredClone(good);
  for (const result of reworded.semantic!.results) result.prompt = "another message";
  const { state: _s, pattern: _p, always: _a, ...semantic } = reworded;
  expect(verdictOf(good, semantic)).toMatchObject({
    outcome: "undecided",
    headline:
      "Could not be judged: no test has the same question, the same expectation and a score in both runs.",
  });
});

test.each([
  // A baseline that passed all of at least five attempts.
  ["5 of 5", "5 of 5", false, true],
  ["5 of 5", "4 of 5", false, true],
  ["5 of 5", "3 of 5", false, false],
  ["5 of 5", "1 of 5", false, false],
  ["8 of 8", "4 of 5", false, true],
  // Fewer attempts, or one that failed.
  ["1 of 1", "5 of 5", false, true],
  ["1 of 1", "4 of 5", false, false],
  ["4 of 4", "4 of 5", false, false],
  ["4 of 5", "4 of 5", false, false],
  ["4 of 5", "5 of 5", false, true],
  // Too few attempts decide nothing, unless the answer is always the same.
  ["5 of 5", "4 of 4", false, false],
  ["1 of 1", "1 of 1", false, false],
  ["1 of 1", "1 of 1", true, true],
  ["5 of 5", "1 of 1", true, true],
  // More attempts by --repeat need the same share.
  ["5 of 5", "8 of 10", false, true],
  ["5 of 5", "7 of 10", false, false],
  ["1 of 1", "9 of 10", false, false],
])("passed %s before, fails %s now, deterministic %s: regression %s", (before, now, deterministic, red) => {
  const [passed, failed] = [counts(before), counts(now)];
  expect(
    isRegression({
      before: { passed: passed[0], attempts: passed[1] },
      now: { failed: failed[0], attempts: failed[1] },
      deterministic,
    }),
  ).toBe(red);
});

const counts = (text: string) => text.split(" of ").map(Number) as [number, number];
