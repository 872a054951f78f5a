import { expect, test } from "vitest";
import type { MatrixRow, SessionResult } from "../../../../contract/index.ts";
import { crashed, overall, planOf, rowsOf } from "../../../../../tests/support/playtest/matrix-rows.ts";
import { compareBaseline } from "../compare/compare-baseline.ts";
import { judgeGates } from "./matrix-gates.ts";

const judge = (
  rows: readonly MatrixRow[],
  gates: { failUnder?: string[]; failOver?: string[] },
  resultOf: (sessionId: string) => SessionResult | undefined = () => undefined,
) =>
  judgeGates(rows, {
    plan: { gates: { failUnder: [], failOver: [], ...gates } },
    baseline: undefined,
    resultOf,
  });
const with61 = [
  ...rowsOf({ narrator: "house", of: () => overall(95) }),
  ...rowsOf({ narrator: "blunt", of: () => overall(61, "forced-segue") }),
];

test("a gate holds for every variant on its own: the failing one is named with its cause", () => {
  expect(judge(with61, { failUnder: ["overall=70"] }).map(({ name, is, says }) => [name, is, says])).toEqual([
    ["overall of house ≥ 70", "passed", "Passed: overall of house 95 ≥ 70."],
    [
      "overall of blunt ≥ 70",
      "failed",
      "Failed: overall of blunt 61 < 70, mostly forced segues (10 per session).",
    ],
  ]);
  // The mean of all is 78: it would have passed.
  expect(judge(with61.slice(10), { failUnder: ["overall=70"] })[0]!.says).toMatch(/^Failed: overall 61 < 70/);
});

test("counts are means over the sessions of a variant, and a kind of the user's own is one of them", () => {
  const rows = rowsOf({ rounds: 4, of: (at) => ({ metrics: { loops: at === 0 ? 1 : 0, purple: 2 } }) });
  expect(judge(rows, { failOver: ["loops=0", "loops=0.25", "purple=1"] }).map(({ says }) => says)).toEqual([
    "Failed: loops 0.25 > 0.",
    "Passed: loops 0.25 ≤ 0.25.",
    "Failed: purple 2 > 1.",
  ]);
});

test("a missing metric fails with the reason; without an occasion it is left out; if all crashed, nothing failed", () => {
  const rows = rowsOf({ rounds: 4, of: (at) => (at === 0 ? overall(null) : { metrics: { overall: 80 } }) });
  const unread = {
    metrics: {
      score: { missing: [{ name: "craft", why: "no reader was asked." }] },
      over: true,
      read: { turns: [], of: 0 },
    },
  } as unknown as SessionResult;
  expect(judge(rows, { failUnder: ["overall=70"] }, () => unread)[0]).toMatchObject({
    is: "failed",
    says: "Failed: overall is missing in 1 of 4 sessions: no reader was asked.",
  });
  const calm = rowsOf({ rounds: 4, of: (at) => ({ metrics: { "recovery-rate": at === 0 ? 0.9 : null } }) });
  const noTangent = {
    metrics: { score: { missing: [] }, over: true, read: { turns: [], of: 0 } },
  } as unknown as SessionResult;
  expect(judge(calm, { failUnder: ["recovery-rate=0.5"] }, () => noTangent)[0]).toMatchObject({
    is: "passed",
  });
  expect(judge(calm.slice(1), { failUnder: ["recovery-rate=0.5"] }, () => noTangent)[0]).toMatchObject({
    is: "failed",
    says: "Failed: recovery-rate could not be measured in any session.",
  });
  expect(judge(rowsOf({ of: () => crashed }), { failUnder: ["overall=70"] })[0]).toMatchObject({
    is: "error",
  });
});

test("beside a baseline: a fall fails with its size and cause, too few pairs are an error", () => {
  const matrix = (of: (at: number) => Partial<MatrixRow>) => {
    const rows = rowsOf({ of });
    return { name: "before", seed: 1, rows, config: planOf(rows).config };
  };
  const before = matrix((at) => overall(90 + (at % 3)));
  const gate = (of: (at: number) => Partial<MatrixRow>) => {
    const now = matrix(of);
    return judgeGates(now.rows, {
      plan: {},
      baseline: compareBaseline(before, now),
      resultOf: () => undefined,
    })[0];
  };
  expect(gate((at) => overall(84 + (at % 3)))).toMatchObject({
    is: "failed",
    name: "Is overall no worse than the baseline before?",
    says: "Failed: overall fell 6 points (p < 0.001), mostly stuck moments (4 per session).",
  });
  expect(gate((at) => overall(90 + ((at + 1) % 3)))).toMatchObject({
    is: "passed",
    says: expect.stringMatching(
      /^Passed: overall did not fall against before \(90\.9 before, 91 now/,
    ) as string,
  });
  expect(gate((at) => (at < 2 ? crashed : overall(90)))).toMatchObject({
    is: "error",
    says: "overall could not be judged against before. Only 8 of 10 pairs have a score on both sides.",
  });
});
