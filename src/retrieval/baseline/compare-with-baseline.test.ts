import { beforeAll, expect, test } from "vitest";
import { goodTarget, scored, smallBanks, smallCheck } from "../../../tests/support/retrieval/small-check.ts";
import {
  breakTenth,
  drawRuns,
  noisyChances,
  perfectRun,
} from "../../../tests/support/retrieval/noisy-runs.ts";
import type { CheckResults } from "../../contract/index.ts";
import { worseThanBefore } from "../../kernel/stats/index.ts";
import { baselineLines, baselineSection, compareWithBaseline, testsNeeded } from "./index.ts";

let good: CheckResults;
beforeAll(async () => void (good = await scored([100, 100, 100])));

test("each test is better, worse, the same, or not comparable", async () => {
  const { tests, regressions } = compareWithBaseline(
    await scored([100, 80, 90, null, 100]),
    await scored([90, 90, 90, 100, null]),
  );
  expect(
    tests
      .filter(({ mechanism }) => mechanism === "semantic")
      .map(({ before, now, change }) => [before, now, change]),
  ).toEqual([
    [90, 100, "better"],
    [90, 80, "worse"],
    [90, 90, "same"],
    [100, null, "not comparable"],
    [null, 100, "not comparable"],
  ]);
  expect(tests.filter(({ mechanism }) => mechanism !== "semantic").map(({ change }) => change)).toEqual([
    "same",
    "same",
    "same",
    "same",
  ]);
  expect(regressions).toEqual([]);
});

test("tests that ran in only one of the two are listed but do not count", async () => {
  const { notes, tests, regressions } = compareWithBaseline(await scored([100, 100, 100, 50]), {
    ...good,
    semantic: {
      ...good.semantic!,
      results: good.semantic!.results.map((result, index) =>
        index === 0 ? { ...result, test_id: "V2-OLD" } : result,
      ),
    },
  });
  expect(notes).toEqual([
    "1 test of the baseline not in this run: V2-OLD",
    "2 tests not in the baseline: V2-0, V2-3",
  ]);
  expect(tests.map(({ test_id }) => test_id)).not.toContain("V2-0");
  expect(regressions).toEqual([]);
});

test("a test with a changed question or expectation is not compared, and the result says so; order does not matter", async () => {
  const changed = structuredClone(good);
  changed.semantic!.results[0]!.expectations.expected_secondary.reverse();
  changed.semantic!.results[1]!.expectations.expected_secondary.pop();
  changed.semantic!.results[2]!.prompt = "another message";
  changed.state!.results[0]!.user_state = { is_first_conversation: true };
  changed.pattern!.results[0]!.expected_matches = ["gray_rock"];
  changed.always!.results[0]!.expected_always = ["gray_rock"];
  const { tests, notes } = compareWithBaseline(good, changed);
  expect(tests.filter(({ change }) => change === "not comparable").map(({ test_id }) => test_id)).toEqual([
    "V2-1",
    "V2-2",
    "STATE-001",
    "PAT-CRISIS-001",
    "ALWAYS-001",
  ]);
  expect(tests[0]).toMatchObject({ test_id: "V2-0", change: "same" });
  expect(notes).toEqual(["not compared, because the question or the expectation changed: 5 tests"]);
});

test("one new hard fail is named, and is a regression only with --strict; an old one, a fixed one and one of a changed question are not", async () => {
  const rest = Array.from({ length: 19 }, () => 100);
  const [failed, found] = [await scored([0, ...rest]), await scored([50, ...rest])];
  const passed = { ...found, summary: { ...found.summary, health_status: "GOOD" as const } };
  const byDefault = compareWithBaseline(failed, passed);
  expect(byDefault).toMatchObject({ regressions: [], newly_failed: ["V2-0"], mended: [] });
  expect(baselineLines(byDefault)).toEqual(
    expect.arrayContaining([
      "NEW HARD FAILS (1): V2-0 (missing: gray_rock)",
      "Hard fails: 1 worse, 0 better of 24 tests, one-sided p = 0.268: not significant (fails at p ≤ 0.025)",
      "No regression shown: new hard fails may be chance. If the target is deterministic, use --strict: it counts each",
    ]),
  );
  expect(baselineSection(byDefault).join("\n")).toContain(
    "- NEW HARD FAILS (1): V2-0 (missing: gray\\_rock)\n",
  );
  const strict = (now: CheckResults, before: CheckResults) =>
    compareWithBaseline(now, before, { strict: true }).regressions;
  expect(strict(failed, passed)[0]).toBe("new hard fails (--strict): V2-0 (missing: gray_rock)");
  expect(strict(failed, failed)).toEqual([]);
  expect(strict(passed, failed)).toEqual([]);
  expect(compareWithBaseline(passed, failed)).toMatchObject({ newly_failed: [], mended: ["V2-0"] });
  const other = structuredClone(passed);
  other.semantic!.results[0]!.prompt = "another message";
  expect(strict(failed, other)).toEqual([]);
});

test("hard fails are a regression if significantly more tests got worse than better", async () => {
  const scores = (failed: readonly number[]) =>
    scored(Array.from({ length: 40 }, (_, index) => (failed.includes(index) ? 0 : 100)));
  const [before, now] = [await scores([0]), await scores([1, 2, 3, 4, 5])];
  const { hard_fail_test, regressions } = compareWithBaseline(now, before);
  expect(hard_fail_test).toMatchObject({
    method: "worse against better tests",
    tests: 44,
    worse: 5,
    better: 1,
    alpha: 0.025,
    strict: false,
  });
  expect(hard_fail_test.p).toBeGreaterThan(0.025);
  expect(regressions).toEqual([]);
  const five = compareWithBaseline(now, await scores([]));
  expect(five.hard_fail_test.p).toBeLessThanOrEqual(0.025);
  expect(five.regressions).toEqual([
    expect.stringMatching(
      /^significantly more hard fails: 5 worse, 0 better of 44 tests, one-sided p = 0\.0\d\d; new: V2-1 \(missing: gray_rock\), .*V2-5 \(missing: gray_rock\)$/,
    ),
  ]);
  // Next to significant evidence, a fall of the health is a note that does not speak of chance.
  expect(five.notes).toEqual(["health fell from EXCELLENT to GOOD"]);
});

test("several baselines: a flaky test is not evidence, but tests that never failed before are", async () => {
  const scores = (failed: readonly number[]) =>
    scored(Array.from({ length: 20 }, (_, index) => (failed.includes(index) ? 0 : 100)));
  const before = [await scores([0, 1]), await scores([1, 2]), await scores([0, 2])];
  const usual = compareWithBaseline(await scores([0, 1, 2]), before);
  // Each of the three fails in three of four runs.
  expect(usual.hard_fail_test).toMatchObject({
    method: "Fisher within each test",
    now: 3,
    expected: 2.25,
    p: 0.75 ** 3,
    worse: 0,
  });
  expect(usual).toMatchObject({ runs: 3, newly_failed: [], regressions: [] });
  expect(usual.notes).toEqual(["3 baselines; combined score and health are those of the newest"]);
  const broken = compareWithBaseline(await scores([0, 1, 10, 11, 12, 13]), before);
  expect(broken.newly_failed).toEqual(["V2-10", "V2-11", "V2-12", "V2-13"]);
  expect(broken.hard_fail_test.p).toBeLessThanOrEqual(0.025);
  expect(broken.regressions[0]).toContain("significantly more hard fails: 6 now, 3 expected of 24 tests");
});

test("six tests that all lost points: p is exactly 2/64, and that is a regression; five of them are not", async () => {
  const scores = (count: number, lost: number) =>
    Array.from({ length: 20 }, (_, index) => (index < count ? 100 - lost : 100));
  const before = await scored(scores(0, 0));
  const six = compareWithBaseline(await scored(scores(6, 10)), before);
  // Three points of the semantic bank, which has a weight of 60 %.
  expect(six.score_test).toEqual({
    method: "sign flips, exact",
    tests: 24,
    difference: expect.closeTo(-1.8, 9),
    p: 2 / 64,
    alpha: 0.05,
  });
  expect(six.regressions).toEqual(["the combined score fell by 1.8 points (p = 0.031)"]);
  expect(baselineLines(six)).toContain(
    "Scores: −1.8 points on the combined score over 24 tests, p = 0.031 (sign flips, exact)",
  );
  const five = compareWithBaseline(await scored(scores(5, 50)), before);
  expect(five.score_test.p).toBeNull();
  expect(five.regressions).toEqual([]);
  expect(baselineLines(five)).toContain("Scores: not tested, because fewer than six tests differ");
  // The same points gained are not a regression.
  expect(compareWithBaseline(before, await scored(scores(6, 10))).regressions).toEqual([]);
  // With three baselines, each of the six tests is the worst of four runs: less than 1 in 4,000.
  const pool = compareWithBaseline(await scored(scores(6, 10)), [before, before, before]);
  expect(pool.score_test).toMatchObject({
    method: "exchanged runs, drawn",
    difference: expect.closeTo(-1.8, 9) as number,
  });
  expect(pool.score_test.p).toBeLessThan(0.002);
  expect(baselineLines({ ...pool, score_test: { ...pool.score_test, p: 0.0002 } }).join("\n")).toContain(
    "over 24 tests, p < 0.001 (",
  );
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
  expect(compareWithBaseline(now, before)).toMatchObject({
    score_test: { difference: expect.closeTo(-3, 9) as number, p: 2 / 256 },
    regressions: [expect.stringContaining("the combined score fell by 3 points")],
  });
  const builtIn = { ...now, summary: { ...now.summary, by_built_in: ["state" as const] } };
  expect(compareWithBaseline(builtIn, before)).toMatchObject({ score_test: { p: null }, regressions: [] });
});

test("losses and gains that could be chance are not a regression, and the texts say so", async () => {
  const before = await scored([100, 100, 100, 90, 90, 90, 100]);
  const mixed = compareWithBaseline(await scored([90, 90, 90, 100, 100, 100, 90]), before);
  // Of 128 flips of seven times ten, 128 reach a sum of at least ten.
  expect(mixed.score_test).toMatchObject({ p: 1, method: "sign flips, exact" });
  expect(mixed.regressions).toEqual([]);
  expect(baselineLines(mixed).join("\n")).toContain("p = 1.000 (sign flips, exact): no difference found");
});

test("missing scores and changed expectations are not compared", async () => {
  const before = await scored([100, 100, 100, 100]);
  const now = await scored([50, null, 50, 50]);
  now.semantic!.results[2]!.expectations.expected_secondary.pop();
  expect(compareWithBaseline(now, before).score_test.tests).toBe(2 + 4);
});

test("an unchanged noisy target is rarely a regression, a tenth of broken tests usually is; --strict alarms almost always", async () => {
  const perfect = await perfectRun();
  const alarms = (comparisons: number, change?: typeof breakTenth, strict = false) =>
    Array.from({ length: comparisons }, (_, run) => {
      const { before, now } = drawRuns(perfect, {
        seed: `pocket/${run}`,
        baselines: 1,
        chancesOf: noisyChances(0.03),
        ...(change && { change }),
      });
      return compareWithBaseline(now, before, { strict }).regressions;
    }).filter((regressions) => regressions.length > 0).length;
  // At most three of 60 are expected. `node benches/check-baseline.ts` counts 2,000.
  expect(alarms(60)).toBeLessThanOrEqual(5);
  expect(alarms(60, undefined, true)).toBeGreaterThan(45);
  expect(alarms(30, breakTenth)).toBeGreaterThan(18);
});

/** The semantic bank alone. */
const only = ({
  state: _state,
  pattern: _pattern,
  always: _always,
  ...semantic
}: CheckResults): CheckResults => semantic;
const bank = async (tests: number, failed: number) =>
  only(await scored(Array.from({ length: tests }, (_, index) => (index < failed ? 0 : 100))));

test.each([
  [3, 3],
  [5, 1],
  [8, 1],
  [8, 4],
  [19, 4],
])("of %i tests %i newly fail: too few to judge, and the gate fails", async (tests, failed) => {
  const comparison = compareWithBaseline(await bank(tests, failed), await bank(tests, 0));
  expect(comparison.regressions).toEqual([
    expect.stringMatching(
      new RegExp(
        `^could not be judged: ${failed} new hard fails?.*\\. ${tests} comparable tests are too few to tell this from chance: 20 are needed, or 12 with three baselines$`,
      ),
    ),
  ]);
  expect(baselineLines(comparison).at(-1)).toMatch(/^Gate failed against the baseline: could not be judged/);
});

test("in a small bank, nothing worse passes, and so does a lower score with the same health", async () => {
  expect(compareWithBaseline(await bank(3, 0), await bank(3, 0)).regressions).toEqual([]);
  expect(compareWithBaseline(await bank(3, 0), await bank(3, 1)).regressions).toEqual([]);
  expect(compareWithBaseline(await scored([100, 90, 90]), good).regressions).toEqual([]);
});

test("from 20 tests, a single hard fail is left to the test, and a lost quarter is always significant", async () => {
  expect(compareWithBaseline(await bank(20, 1), await bank(20, 0)).regressions).toEqual([]);
  expect(testsNeeded(1)).toBe(20);
  for (let pairs = 20; pairs <= 150; pairs += 1)
    expect(worseThanBefore({ worse: Math.floor(pairs / 4), better: 0, pairs })).toBeLessThanOrEqual(0.025);
});

test("more baselines make smaller banks testable; there a lost quarter is significant and a single hard fail is not", async () => {
  for (const [runs, tests] of [
    [2, 16],
    [3, 12],
    [6, 8],
  ] as const) {
    expect(testsNeeded(runs)).toBe(tests);
    const before = Array.from({ length: runs }, () => bank(tests, 0));
    const against = async (failed: number) =>
      compareWithBaseline(await bank(tests, failed), await Promise.all(before)).regressions;
    expect(await against(1)).toEqual([]);
    expect((await against(tests / 4))[0]).toMatch(/^significantly more hard fails/);
  }
  const two = [await bank(8, 0), await bank(8, 0)];
  expect(compareWithBaseline(await bank(8, 1), two).regressions).toEqual([
    expect.stringMatching(/16 are needed, or more than 2 baselines$/),
  ]);
  // A hard fail that an earlier run had too is not new, whichever run it was.
  expect(compareWithBaseline(await bank(8, 1), [await bank(8, 1), await bank(8, 0)]).regressions).toEqual([]);
});

test("if few of many tests passed before, any of them that fails fails the gate", async () => {
  expect(compareWithBaseline(await bank(20, 20), await bank(20, 16)).regressions).toEqual([
    "could not be judged: 4 new hard fails. Only 4 of 20 comparable tests passed before, too few to tell this from chance: 5 are needed",
  ]);
  expect(compareWithBaseline(await bank(20, 20), await bank(20, 15)).regressions[0]).toMatch(
    /^significantly more hard fails: 5 worse/,
  );
});

test("with no comparable test the gate fails, with --strict too", async () => {
  const reworded = structuredClone(await bank(3, 0));
  for (const result of reworded.semantic!.results) result.prompt = "another message";
  for (const strict of [false, true])
    expect(compareWithBaseline(await bank(3, 3), reworded, { strict }).regressions).toEqual([
      "could not be judged: no test has the same question, the same expectation and a score in both runs",
    ]);
});
