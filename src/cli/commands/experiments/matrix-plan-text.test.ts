import { expect, test } from "vitest";
import { planOf, rowsOf } from "../../../../tests/support/playtest/matrix-rows.ts";
import { matrixOutlooks, type MatrixEstimate } from "../../../playtest/index.ts";
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
  because: ["talk"],
};
const text = (dry: Partial<MatrixDryRun> = {}) =>
  matrixPlanText({
    config: plan.config,
    seed: 1,
    concurrency: 10,
    estimate,
    shows: matrixOutlooks(plan),
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
