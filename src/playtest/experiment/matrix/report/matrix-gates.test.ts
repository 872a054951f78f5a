import { expect, test } from "vitest";
import type { MatrixPlan, MatrixRow } from "../../../../contract/index.ts";
import { planOf, rowsOf } from "../../../../../tests/support/playtest/matrix-rows.ts";
import { compareBaseline } from "../compare/compare-baseline.ts";
import { baselineGate, failedMeans } from "./matrix-gates.ts";
import { baselineSection } from "./comparison-sections.ts";

const row = (at: number, failures: number | null): MatrixRow =>
  ({
    sessionId: `s${at}`,
    pair: `p${at}`,
    outcome: "completed",
    broken: false,
    metrics: { overall: 90, failures, contradictions: failures, completion: 1 },
  }) as unknown as MatrixRow;
const plan = (observer?: string) => ({ config: { observer } }) as unknown as Pick<MatrixPlan, "config">;
const gates = [
  { metric: "contradictions" as const, most: 5 },
  { metric: "overall" as const, least: 50 },
  { metric: "completion" as const, least: 0.5 },
];

test("an unread session fails gates on the reader's metrics and on overall", () => {
  expect(failedMeans([row(1, 0), row(2, 0)], gates, plan("haiku"))).toEqual([]);
  expect(failedMeans([row(1, 0), row(2, null)], gates, plan())).toEqual([
    "Gate failed: contradictions: too few turns were read in 1 session.",
    "Gate failed: overall: too few turns were read in 1 session.",
  ]);
});

test("without a reader, overall is gated by its other parts, and gates on the reader's metrics fail", () => {
  expect(failedMeans([row(1, null), row(2, null)], gates, plan("none"))).toEqual([
    expect.stringContaining("contradictions could not be measured in any session"),
  ]);
});

const matrixOf = (
  groups: number,
  { by = 0, prompts = ["a"], maxTurns = 100, differ = groups, bad = 0 } = {},
) => {
  const rows = prompts.flatMap((prompt) =>
    rowsOf({
      prompt,
      rounds: groups,
      of: (at) => ({
        metrics: { overall: 60 + at + (at < differ ? by * (at % 2 ? -1.1 : 1) : 0) },
        outcome: at < bad ? "failed" : "completed",
      }),
    }),
  );
  return {
    name: "before",
    seed: 1,
    rows,
    config: planOf(rows, { maxTurnsPerSession: maxTurns }).config,
  };
};
type Wish = Parameters<typeof matrixOf>[1];
const gateOf = (groups: number, now: Wish = {}, before: Wish = {}, gate: { strict?: boolean } = {}) => {
  const result = compareBaseline(
    matrixOf(groups, { prompts: now.prompts, ...before }),
    matrixOf(groups, now),
    "overall",
    gate,
  );
  return { ...baselineGate(result, gate), report: baselineSection(result).join("\n") };
};

test("a passed baseline gate gives both p-values", () => {
  expect(gateOf(20, { by: 2, bad: 1 })).toMatchObject({
    failed: [],
    passed: [
      expect.stringMatching(
        /^Gate passed: prompt a against the baseline before: sessions that end badly p = 0\.\d{3} \(one-sided; 0\.038 or less fails\); overall p = 0\.\d{3} \(two-sided; 0\.024 or less fails if it is worse\)\.$/,
      ),
    ],
  });
});

test.each([
  [6, {}, "could not be tested (6 pairs; needs at least 7 pairs that differ)"],
  [7, { prompts: ["a", "b"] }, "could not be tested (7 pairs; needs at least 8 pairs that differ)"],
  [20, { differ: 6 }, "not significant (6 of 20 pairs differ; needs at least 7 pairs that differ)"],
  [20, { differ: 1 }, "not significant (1 of 20 pairs differs; needs at least 7 pairs that differ)"],
])("with %i groups (%o) the gate says that the metric could not be tested", (groups, now, why) => {
  const { passed, failed, report } = gateOf(groups, { by: -2, ...now });
  expect(failed).toEqual([]);
  expect(passed[0]).toContain("sessions that end badly p = 1.000");
  expect(passed[0]).toContain(`overall ${why}`);
  expect(report).toContain(`- a: overall ${why}`);
});

test("with too few groups, the gate says how many each of its two tests needs", () => {
  expect(gateOf(4, { bad: 4 })).toMatchObject({
    passed: [],
    failed: [
      "Gate failed: 4 groups cannot show a regression against the baseline before. Play at least 5 to test how sessions end, 7 to test overall too.",
    ],
  });
  expect(gateOf(5, { bad: 5, prompts: ["a", "b"] }).failed).toEqual([
    expect.stringContaining("Play at least 6 to test how sessions end, 8 to test overall too."),
  ]);
  expect(gateOf(4, {}, {}, { strict: true }).passed).toEqual([
    expect.stringMatching(
      /^Nothing got worse \(--strict\), but neither test could run: .* sessions that end badly could not be tested \(4 groups; needs at least 5\); .*; no session failed or crashed for the first time \(--strict\)\.$/,
    ),
  ]);
});

/** Overall lower by 30 in the first `fallen` groups. */
const lower = (groups: number, fallen: number, gate: { strict?: boolean } = {}) => {
  const before = matrixOf(groups);
  const now = {
    ...before,
    rows: before.rows.map((row, at) => ({
      ...row,
      metrics: { ...row.metrics, overall: row.metrics["overall"]! - (at < fallen ? 30 : 0) },
    })),
  };
  const result = compareBaseline(before, now, "overall", gate);
  return { ...baselineGate(result, gate), report: baselineSection(result).join("\n") };
};

test("--strict does not turn a collapse over too few pairs into a pass", () => {
  for (const fallen of [4, 1]) {
    const { passed, failed, report } = lower(4, fallen, { strict: true });
    expect(passed).toEqual([]);
    expect(failed).toEqual([
      expect.stringMatching(
        /^Gate failed: it could not be judged against the baseline before\. overall of the prompt a is worse, 61\.5 → \d+(\.\d)? over 4 pairs, too few to test \(at least 7 needed\)\.$/,
      ),
    ]);
    expect(report).toContain("**Could not be judged.**\n\n- overall of the prompt a is worse");
  }
});

test("with 5 or 6 groups the gate fails if every pair is worse; with --strict, if the mean is", () => {
  for (const groups of [5, 6]) {
    expect(lower(groups, groups).failed[0]).toContain("could not be judged");
    expect(lower(groups, groups - 1).failed).toEqual([]);
    expect(lower(groups, groups - 1).passed[0]).toMatch(/^Gate passed: /);
    expect(lower(groups, 1, { strict: true }).failed[0]).toContain("could not be judged");
  }
  // Seven pairs are tested.
  expect(lower(7, 7).failed).toEqual([expect.stringMatching(/^overall of the prompt a is worse: /)]);
  expect(lower(7, 1, { strict: true }).failed).toEqual([]);
});

test("with --strict and too few groups, more sessions that end badly fail the gate, even if some did before", () => {
  expect(gateOf(4, { bad: 3 }, { bad: 1 }, { strict: true })).toMatchObject({
    passed: [],
    failed: [
      expect.stringContaining("2 of 4 paired sessions failed or crashed for the first time (--strict)."),
    ],
  });
  expect(gateOf(4, { bad: 1 }, { bad: 1 }, { strict: true }).failed).toEqual([]);
});

test("with --strict, a gate without any value to compare fails", () => {
  const without = { ...matrixOf(4), rows: matrixOf(4).rows.map((row) => ({ ...row, metrics: {} })) };
  const result = compareBaseline(without, without, "overall", { strict: true });
  expect(baselineGate(result, { strict: true })).toMatchObject({
    passed: [],
    failed: [expect.stringContaining("No pair has a value of overall on both sides")],
  });
});

test("with other turn limits the gate fails without testing, because it cannot be judged", () => {
  const { passed, failed, report } = gateOf(20, { maxTurns: 30, bad: 15 });
  expect({ passed, failed }).toEqual({
    passed: [],
    failed: [
      "Gate failed: it could not be judged against the baseline before (not comparable: before had at most 100 turns, this matrix 30). Use the same --max-turns and weights, or another baseline.",
    ],
  });
  expect(report).toContain("**Not judged** (not comparable: before had at most 100 turns, this matrix 30).");
  expect(report).not.toMatch(/regression|one-sided/i);
});

test("the report tests outcomes prompt by prompt, and says so", () => {
  const { report } = gateOf(20, { bad: 9, prompts: ["a", "b"] });
  expect(report).toContain("| Groups that end badly | p, one-sided |");
  expect(report).toMatch(/^\| b \|.*\| 9 worse, 0 better, of 20 \| 0\.003 \|$/m);
  expect(report).toContain(
    "A regression: sessions that end badly, one-sided p ≤ 0.038, or overall worse, two-sided p ≤ 0.024, Holm's correction over 2 prompts.",
  );
});
