import { expect, test } from "vitest";
import { planOf, rowsOf } from "../../../../tests/support/playtest/matrix-rows.ts";
import { gatePower, matrixPower, type MatrixEstimate } from "../../../playtest/index.ts";
import { matrixPlanText, type MatrixDryRun } from "./matrix-plan-text.ts";

const plan = planOf(
  ["a", "b"].flatMap((prompt) =>
    ["x", "y"].flatMap((narrator) =>
      rowsOf({ prompt, narrator, stories: ["innsmouth", "salt-road"], rounds: 5 }),
    ),
  ),
  { sessionsPerCombination: 5 },
);
const cost = {
  sessions: 40,
  calls: { low: 4, high: 9 },
  known: { low: 20, high: 320 },
  likely: 80,
  total: { low: 20, high: 320 },
  atTurnLimit: { limit: "--max-turns" as const, turns: 100, calls: 40, known: 600, total: 600 },
};
const estimate: MatrixEstimate = {
  ...cost,
  byNarrator: [{ narrator: "x", ...cost }],
  time: { low: 1_000, high: 2_000 },
  played: 3,
  because: ["talk"],
};
const text = (dry: Partial<MatrixDryRun> = {}) =>
  matrixPlanText({
    config: plan.config,
    seed: 1,
    concurrency: 10,
    estimate,
    shows: matrixPower(plan),
    problems: [],
    ...dry,
  });

test("the plan shows the factors of the session count, and a likely cost beside the range", () => {
  expect(text()).toContain("2 stories × 2 prompts × 2 narrators × 5 of each = 40");
  expect(text()).toMatch(/^x +40 +4 to 9 +\$80 +\$20\.00 to \$320\.00$/m);
  expect(text()).toContain("A session that skips beats or ends early makes fewer calls.");
  expect(
    text({ estimate: { ...estimate, byNarrator: [{ narrator: "x", ...cost, total: null }] } }),
  ).toContain("at least $80");
  expect(text()).toContain("If all sessions run to --max-turns (100 turns): up to $600.00, 40 calls.");
});

test.each([
  [600, "covers it, even at the upper end."],
  [400, "covers it, even at the upper end, but not if all sessions run to --max-turns."],
  [100, "reaches probably all 40 sessions, at the upper end of the estimate 12."],
  [40, "reaches about 20 of 40 sessions, at the upper end of the estimate 5."],
  [10, "is below the estimate: it reaches about 5 of 40 sessions (1 to 20)."],
])("the plan says how many sessions a budget of $%d covers", (budget, said) => {
  expect(text({ budget })).toContain(`The budget of $${budget} ${said}`);
});

test("if prompts and narrators vary, the power of both comparisons is shown", () => {
  const both = text({ showsOfNarrators: { ...matrixPower(plan), compared: "narrators" } });
  expect(both).toMatch(/^Prompts compared with the reference prompt a: 10 pairs would detect/m);
  expect(both).toMatch(/^Narrators compared with the reference narrator x: 10 pairs would detect/m);
  expect(both.match(/which was not measured/g)).toHaveLength(1);
});

test("with a baseline, the plan shows the gate's power, with its alpha and its number of prompts", () => {
  const before = (rounds: number, maxTurnsPerSession = 100) => {
    const rows = ["a", "b"].flatMap((prompt) =>
      ["x", "y"].flatMap((narrator) =>
        rowsOf({ prompt, narrator, stories: ["innsmouth", "salt-road"], rounds }),
      ),
    );
    return { name: "before", seed: 1, rows, config: planOf(rows, { maxTurnsPerSession }).config };
  };
  const beside = (...given: Parameters<typeof before>) =>
    text({ baseline: "before", gate: gatePower(plan, before(...given))! });
  expect(beside(5)).toMatch(
    /^Compared with the baseline before \(2 prompts, so each needs stronger evidence; p ≤ 0\.024\): 10 pairs would detect a true difference of [\d.]+ in overall/m,
  );
  expect(beside(5)).toContain(
    "Sessions that end badly: the gate fails if at least 5 of 10 groups get worse and none gets better (one-sided p ≤ 0.038, Holm's correction over 2 prompts).",
  );
  expect(beside(1)).toContain(
    "Compared with the baseline before (2 prompts, so each needs stronger evidence; p ≤ 0.024): 2 pairs. At least 8 are needed: with fewer, the evidence is always insufficient.",
  );
  expect(beside(1)).toContain(
    "Sessions that end badly: 2 groups cannot be significant. Play at least 6, or use --strict.",
  );
  expect(beside(15)).toContain("the gate compares 10 groups with all 30 of the baseline (Fisher's test,");
  // Other turn limits are among the problems.
  expect(beside(5, 30)).not.toContain("Compared with the baseline");
});

test("with one prompt and one narrator, the plan shows the gate's power", () => {
  const rows = rowsOf({ rounds: 10 });
  const one = { ...planOf(rows, { sessionsPerCombination: 10 }) };
  expect(text({ config: one.config, shows: matrixPower(one) })).toMatch(
    /Compared with an earlier matrix of the same groups \(--baseline, p ≤ 0\.024\): 10 pairs would detect/,
  );
});
