/** Compares critical failures and health with a baseline. */
import { beforeAll, expect, test } from "vitest";
import { failing, goodTarget, scored, smallCheck } from "../../../tests/support/retrieval/small-check.ts";
import type { CheckResults } from "../../contract/index.ts";
import { compareWithBaseline } from "./compare-with-baseline.ts";

let good: CheckResults;
beforeAll(async () => void (good = await scored([100, 100, 100])));

const missed = () =>
  scored([100, 100, 100], { pattern: async () => ({ matches: ["handler_crisis"], details: [] }) });

test("a new critical failure is a regression without a significance test; an old one is not", async () => {
  const critical = await missed();
  expect(compareWithBaseline(critical, good)).toMatchObject({
    regressions: ["new critical failures: PAT-NEG-001 (unwanted: handler_crisis)"],
    notes: [],
  });
  expect(compareWithBaseline(critical, good, { strict: true }).regressions).toEqual([
    "new critical failures: PAT-NEG-001 (unwanted: handler_crisis)",
    "health fell from EXCELLENT to CRITICAL",
  ]);
  expect(compareWithBaseline(critical, critical).regressions).toEqual([]);
  const silent = await scored([100, 100, 100], { pattern: async () => ({ matches: [], details: [] }) });
  expect(compareWithBaseline(silent, good).regressions[0]).toBe(
    "new critical failures: PAT-CRISIS-001 (missing: handler_crisis)",
  );
});

test("a critical failure of a test that is not comparable is always new", async () => {
  const critical = await missed();
  const reworded = structuredClone(critical);
  reworded.pattern!.results[1]!.prompt = "another message";
  expect(compareWithBaseline(critical, reworded).regressions).toEqual([
    "new critical failures: PAT-NEG-001 (unwanted: handler_crisis)",
  ]);
});

test("several baselines: a critical failure that some of them have is not new and is reported as k of n", async () => {
  const critical = await missed();
  expect(compareWithBaseline(critical, [critical, good, critical])).toMatchObject({
    regressions: [],
    notes: [
      "3 baselines; combined score and health are those of the newest",
      "critical failure PAT-NEG-001 is not new: it failed before in 2 of 3 baselines",
    ],
  });
  expect(compareWithBaseline(critical, [good, good]).regressions[0]).toMatch(/^new critical failures: /);
  expect(compareWithBaseline(critical, [critical, critical]).regressions).toEqual([]);
});

test("a crisis test that lost its verdict is a regression; other missing scores are a note", async () => {
  const unknown = await scored([100, 100, 100], {
    pattern: ({ message }) =>
      message.includes("end it all") ? failing() : Promise.resolve({ matches: [], details: [] }),
  });
  for (const baseline of [good, [good, unknown]])
    expect(compareWithBaseline(unknown, baseline).regressions).toContain(
      "crisis tests that lost their verdict: PAT-CRISIS-001",
    );
  expect(compareWithBaseline(unknown, good)).toMatchObject({
    regressions: ["crisis tests that lost their verdict: PAT-CRISIS-001"],
    notes: [
      "1 test that had a score has none now",
      "health is compared over the 6 comparable tests: EXCELLENT → EXCELLENT; left out: PAT-CRISIS-001 (no score now)",
    ],
  });
  expect(compareWithBaseline(unknown, unknown)).toMatchObject({ regressions: [], notes: [] });
  const slow = await scored([90, null, 90]);
  expect(
    compareWithBaseline(slow, { ...good, summary: { ...good.summary, health_status: "GOOD" } }),
  ).toMatchObject({ regressions: [], notes: ["1 test that had a score has none now"] });
});

test("from 20 tests a worse class of health is a note, in a small bank it fails the gate, and with --strict a regression; a better or equal one is neither", async () => {
  // 92 and 76: no hard fails, and too few tests differ for a significant score.
  const [before, now] = [await scored([100, 80, 80]), await scored([60, 60, 60])];
  expect([before, now].map(({ summary }) => summary.health_status)).toEqual(["EXCELLENT", "FAIR"]);
  expect(compareWithBaseline(now, before)).toMatchObject({
    regressions: [
      expect.stringMatching(/^could not be judged: health fell from EXCELLENT to FAIR\. 7 comparable tests/),
    ],
    notes: [],
  });
  const large = [50, 60].map((score) => scored([score, ...Array.from({ length: 19 }, () => 85)]));
  expect(compareWithBaseline(await large[0]!, await large[1]!).regressions).toEqual([]);
  expect(compareWithBaseline(now, before, { strict: true })).toMatchObject({
    regressions: ["health fell from EXCELLENT to FAIR"],
    notes: [],
  });
  expect(compareWithBaseline(before, now, { strict: true }).regressions).toEqual([]);
});

test("--strict ignores a test that is not comparable even if it lowers the health, and the notes name it", async () => {
  const failed = await scored([100, 100, 0]);
  expect([good, failed].map(({ summary }) => summary.health_status)).toEqual(["EXCELLENT", "GOOD"]);
  const reworded = structuredClone(good);
  reworded.semantic!.results[2]!.prompt = "another message";
  const leftOut = (why: string) =>
    `health is compared over the 6 comparable tests: EXCELLENT → EXCELLENT; left out: V2-2 (${why})`;
  const strict = (now: CheckResults, before: CheckResults) =>
    compareWithBaseline(now, before, { strict: true });
  expect(strict(failed, reworded)).toMatchObject({
    regressions: [],
    notes: [
      "not compared, because the question or the expectation changed: 1 test",
      leftOut("question or expectation changed"),
    ],
  });
  expect(strict(failed, await scored([100, 100]))).toMatchObject({
    regressions: [],
    notes: ["1 test not in the baseline: V2-2", leftOut("only now")],
  });
  expect(strict(await scored([100, 100, null]), good)).toMatchObject({
    regressions: [],
    notes: ["1 test that had a score has none now", leftOut("no score now")],
  });
  // Comparable tests still count.
  const two = strict(await scored([100, 0, 0]), reworded);
  expect(two.regressions).toEqual([
    "new hard fails (--strict): V2-1 (missing: gray_rock)",
    "health fell from EXCELLENT to FAIR over the 6 comparable tests",
  ]);
});

test("tests that the built-in rules answered are left out of the compared health", async () => {
  const now: CheckResults = {
    ...(await scored([100, 100, 100], { state: async () => ({ handlers: [] }) })),
  };
  now.summary = { ...now.summary, by_built_in: ["state"] };
  expect(compareWithBaseline(now, good, { strict: true }).notes).toContainEqual(
    expect.stringContaining("left out: STATE-001 (answered by the built-in rules)"),
  );
});

test("if other banks were run, only shared tests are compared", async () => {
  const { semantic: _semantic, ...rules } = await smallCheck({
    ...goodTarget,
    semantic: async () => ({ selections: [] }),
  });
  const poor: CheckResults = {
    ...rules,
    summary: { ...rules.summary, health_status: "POOR", partial: true },
  };
  expect(compareWithBaseline(poor, good, { strict: true })).toMatchObject({
    regressions: [],
    notes: [
      "the banks or tests are different: combined scores and health are not comparable",
      "3 tests of the baseline not in this run: V2-0, V2-1, V2-2",
      "health is compared over the 4 comparable tests: EXCELLENT → EXCELLENT; left out: V2-0 (only before), V2-1 (only before), V2-2 (only before)",
    ],
  });
});
