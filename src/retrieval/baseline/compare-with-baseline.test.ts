import { beforeAll, expect, test } from "vitest";
import {
  failing,
  goodTarget,
  scored,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import type { CheckResults, TestResult } from "../../contract/index.ts";
import { baselineVerdict, compareWithBaseline } from "./index.ts";

let good: CheckResults;
beforeAll(async () => void (good = await scored([100, 100, 100])));

const verdictOf = (now: CheckResults, before: CheckResults) =>
  baselineVerdict(compareWithBaseline(now, before));

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
      interval: null,
      flaky: failed > 0 && passed > 0,
    };
    test.is_hard_fail = 2 * passed <= of;
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
  expect(findings.map(({ title }) => title)).toEqual(["V2-0", "V2-1", "V2-2"]);
  expect(findings[1]!.says).not.toContain("--repeat");
  expect(findings[2]!.says).toMatch(
    /now fails 4 of 5 .* and passed 1 of 1 in the baseline\. This may be chance\. The baseline needs 5 attempts /,
  );
  expect(next[0]!.says).toContain("Make the baseline with `rehearse check --repeat 5`");
});

test("a flaky test passes and is named; one that failed before, or has another question, is not lost", () => {
  const flaky = asked(good, [{ failed: 1, of: 5 }]);
  expect(verdictOf(flaky, good)).toMatchObject({
    outcome: "passed",
    headline: "Passed: no test fails often enough to be a regression (V2-0 failed 1 of 5).",
  });
  const broken = asked(good, [{ failed: 5, of: 5 }]);
  expect(compareWithBaseline(broken, broken).lost).toEqual([]);
  expect(compareWithBaseline(good, broken)).toMatchObject({ lost: [], mended: ["V2-0"] });
  const reworded = structuredClone(good);
  reworded.semantic!.results[0]!.prompt = "another message";
  expect(verdictOf(broken, reworded)).toMatchObject({
    outcome: "passed",
    cautions: ["1 test not compared, because the question or the expectation changed: V2-0."],
  });
});

test("a deterministic target fails at the first failure, and so do the built-in rules", async () => {
  const broken = await scored([100, 0, 100]);
  expect(verdictOf(broken, good).outcome).toBe("passed");
  const rules: CheckResults = { ...broken, target: { ...broken.target, deterministic: ["semantic"] } };
  expect(verdictOf(rules, good)).toMatchObject({
    outcome: "failed",
    headline: "Failed: V2-1 now fails.",
    findings: [{ title: "V2-1", says: expect.stringContaining("missing: gray_rock") as string }],
    next: [],
  });
  const builtIn: CheckResults = { ...broken, summary: { ...broken.summary, by_built_in: ["semantic"] } };
  expect(verdictOf(builtIn, good).outcome).toBe("failed");
});

test("a new critical failure is a regression at once, an old one is not, and a changed test's is always new", async () => {
  const critical = await scored([100, 100, 100], {
    pattern: async () => ({ matches: ["handler_crisis"], details: [] }),
  });
  const headline = "Failed: PAT-NEG-001 is a new critical failure.";
  expect(verdictOf(critical, good)).toMatchObject({
    headline,
    findings: [{ title: "PAT-NEG-001", says: "A new critical failure, unwanted: handler_crisis." }],
  });
  expect(verdictOf(critical, critical).outcome).toBe("passed");
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
    outcome: "passed",
    cautions: ["2 tests had a score in the baseline and no answer now: V2-1, PAT-CRISIS-001."],
  });
  // Nor is one whose further attempts had no answer.
  const partly = asked(good, [{ failed: 5, of: 5 }]);
  partly.semantic!.results[0]!.repeats!.answered = 3;
  expect(compareWithBaseline(partly, asked(good, [{ failed: 0, of: 5 }])).lost).toMatchObject([
    { now: { failed: 3, attempts: 5 }, regression: false },
  ]);
});

test("seven tests that all lost points are a regression (p = 1/128), six are not, and a gain never is", async () => {
  const scores = (count: number) => Array.from({ length: 20 }, (_, index) => (index < count ? 90 : 100));
  const before = await scored(scores(0));
  const seven = await scored(scores(7));
  expect(compareWithBaseline(seven, before).score_test).toEqual({
    tests: 24,
    // 3.5 points of the semantic bank, which has a weight of 60 %.
    difference: expect.closeTo(-2.1, 9),
    p: 1 / 128,
    alpha: 0.01,
  });
  expect(verdictOf(seven, before).headline).toBe(
    "Failed: the combined score fell by 2.1 points (p = 0.008).",
  );
  expect(compareWithBaseline(await scored(scores(6)), before).score_test.p).toBe(1 / 64);
  expect(verdictOf(await scored(scores(6)), before).outcome).toBe("passed");
  expect(verdictOf(before, seven).outcome).toBe("passed");
});

test("points lost in other banks count with their weight; those of the built-in rules do not", async () => {
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
  expect(compareWithBaseline(now, before).score_test).toMatchObject({
    difference: expect.closeTo(-3, 9) as number,
    p: 1 / 256,
  });
  const builtIn = { ...now, summary: { ...now.summary, by_built_in: ["state" as const] } };
  expect(compareWithBaseline(builtIn, before).score_test.p).toBeNull();
});

test("each test is better, worse, the same or not compared", async () => {
  const facts = compareWithBaseline(
    await scored([100, 80, 90, null, 100]),
    await scored([90, 90, 90, 100, null]),
  );
  expect(facts.changes.slice(0, 5).map(({ before, now, change }) => [before, now, change])).toEqual([
    [90, 100, "better"],
    [90, 80, "worse"],
    [90, 90, "same"],
    [null, null, "not comparable"],
    [null, 100, "not comparable"],
  ]);
  expect(facts.tests).toEqual({ better: 1, worse: 1, same: 5, left_out: 2 });
  expect(baselineVerdict(facts).tables[1]!.rows).toEqual([
    ["V2-1", 90, 80],
    ["V2-0", 90, 100],
  ]);
});

test("what else has changed is said first", async () => {
  const other = structuredClone(good);
  other.kb.hash = "other";
  other.target.reranker = "other";
  other.target.top_k = 3;
  other.semantic!.results[0]!.test_id = "V2-OLD";
  other.semantic!.results[1]!.expectations.expected_secondary.reverse();
  const { always: _always, ...fewer } = other;
  expect(verdictOf(good, fewer).cautions).toEqual([
    "The knowledge base has changed since the baseline.",
    "The baseline was made with another target.",
    "retrieval.topK is 6; it was 3 in the baseline.",
    "The baseline ran other banks or tests: combined scores and health are not comparable.",
    "1 test in the baseline but not in this run: V2-OLD.",
    "2 tests in this run but not in the baseline: V2-0, ALWAYS-001.",
  ]);
});

test("with no comparable test nothing is decided", async () => {
  const reworded = structuredClone(good);
  for (const result of reworded.semantic!.results) result.prompt = "another message";
  const { state: _s, pattern: _p, always: _a, ...semantic } = reworded;
  expect(verdictOf(good, semantic)).toMatchObject({
    outcome: "undecided",
    headline: "Not decided: no test has the same question, the same expectation and a score in both runs.",
  });
});
