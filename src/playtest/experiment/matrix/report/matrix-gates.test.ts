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

test("a matrix that a failed reader left unread names the most frequent cause", () => {
  const text = "haiku failed after 4 attempts: HTTP 529";
  const notes = [{ code: "unread-turn" as const, sessions: 1, turns: 10, text }];
  const cause = `10 turns in 1 session not read (most often: ${text})`;
  const [contradictions] = gates;
  const failed = (failures: number | null) =>
    failedMeans([row(1, failures), row(2, null)], [contradictions!], { ...plan("haiku"), notes });
  expect(failed(0)).toEqual([`Gate failed: contradictions: too few turns were read in 1 session. ${cause}.`]);
  expect(failed(null)).toEqual([
    `Gate failed: contradictions could not be measured in any session: ${cause} (required: ≤ 5).`,
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

test("with --strict, a gate without any value to compare fails", () => {
  const without = { ...matrixOf(4), rows: matrixOf(4).rows.map((row) => ({ ...row, metrics: {} })) };
  const result = compareBaseline(without, without, "overall", { strict: true });
  expect(baselineGate(result, { strict: true })).toMatchObject({
    passed: [],
    failed: [expect.stringContaining("No pair has a value of overall on both sides")],
  });
});
