import { expect, test } from "vitest";
import { planOf, rowsOf } from "../../../../tests/support/playtest/matrix-rows.ts";
import { type MatrixPreview, matrixPreview } from "./matrix-preview.ts";

const plan = planOf(
  ["a", "b"].flatMap((prompt) =>
    ["x", "y"].flatMap((narrator) =>
      rowsOf({ prompt, narrator, stories: ["innsmouth", "salt-road"], rounds: 5 }),
    ),
  ),
  { sessionsPerCombination: 5 },
);
const estimate = {
  calls: { low: 4, high: 9 },
  known: { low: 20, high: 320 },
  total: { low: 20, high: 320 },
  atTurnLimit: { limit: "maxTurns" as const, turns: 100, calls: 40, known: 600, total: 600 },
  missing: undefined,
};
const dry = { config: plan.config, seed: 1, estimate };
const verdict = (preview: Partial<MatrixPreview> = {}, planned = plan) =>
  matrixPreview({ ...dry, ...preview }, { planned, part: undefined });

test("too few groups to decide anything are named", () => {
  const few = ["a", "b", "c"].flatMap((prompt) => rowsOf({ prompt, rounds: 6 }));
  expect(verdict().cautions).toEqual([]);
  expect(verdict({}, planOf(few)).cautions).toEqual([
    "6 groups of players cannot decide: at least 7 are needed.",
  ]);
  expect(verdict({}, planOf(few.filter(({ prompt }) => prompt === "a"))).cautions).toEqual([]);
});

test("a shard says what it plays of the whole", () => {
  const part = { ...plan, budget: 3, shard: { index: 2, of: 2, plan: "hash" } };
  const { facts } = matrixPreview(dry, { planned: plan, part });
  expect(facts).toContainEqual({ label: "Shard", value: "2/2", note: "20 sessions, for at most $3.00" });
});

test.each([
  [600, []],
  [400, ["may be too small"]],
  [10, ["is below the estimate"]],
])("a budget of $%d: what it may not cover", (budget, cautions) => {
  const warnings = verdict({ budget }).cautions.filter((text) => text.startsWith("The budget"));
  expect(warnings).toEqual(
    cautions.map((words) => expect.stringContaining(`The budget of $${budget}.00 ${words}`)),
  );
});
