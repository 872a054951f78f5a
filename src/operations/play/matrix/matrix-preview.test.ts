import { expect, test } from "vitest";
import { planOf, rowsOf } from "../../../../tests/support/playtest/matrix-rows.ts";
import { matrixOutlooks, type MatrixEstimate } from "../../../playtest/index.ts";
import { type MatrixPreview, matrixPreview } from "./matrix-preview.ts";

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
  atTurnLimit: { limit: "maxTurns" as const, turns: 100, calls: 40, known: 600, total: 600 },
};
const estimate: MatrixEstimate = {
  ...cost,
  byNarrator: [{ narrator: "x", ...cost }],
  time: { low: 1_000, high: 2_000 },
  because: ["talk"],
};
const dry = { config: plan.config, seed: 1, concurrency: 10, estimate, shows: matrixOutlooks(plan) };
const verdict = (preview: Partial<MatrixPreview> = {}) => matrixPreview({ ...dry, ...preview }, undefined);
const factsOf = (preview: Partial<MatrixPreview> = {}) =>
  Object.fromEntries(verdict(preview).facts.map(({ label, ...fact }) => [label, fact]));

test("the plan shows the factors of the session count, and a likely cost beside the range", () => {
  expect(factsOf()).toMatchObject({
    Sessions: { value: "2 stories × 2 prompts × 2 narrators × 5 of each" },
    "At the turn limit": { value: "up to $600.00", note: "100 turns, 40 calls" },
    Time: { value: "1 s to 2 s", note: "without retries, 10 sessions at once" },
  });
  expect(verdict().tables[0]!.rows).toEqual([["x", 40, "4 to 9", "$80", "$20.00 to $320.00"]]);
  const unpriced = { ...estimate, byNarrator: [{ narrator: "x", ...cost, total: null }] };
  expect(verdict({ estimate: unpriced }).tables[0]!.rows[0]![3]).toBe("at least $80");
});

test("what it could show comes first, and a budget that may be too small", () => {
  const [prompts, narrators, ...more] = verdict().cautions;
  expect(prompts).toContain("1 comparison with the first prompt, 10 pairs each.");
  expect(narrators).toContain("1 comparison with the first narrator, 10 pairs each.");
  expect(more).toEqual([]);
  expect(verdict({ shows: [] }).cautions).toEqual([
    "With one prompt and one narrator nothing is compared, except with an earlier matrix.",
  ]);
});

test("a shard says what it plays of the whole", () => {
  const part = { ...plan, budget: 3, shard: { index: 2, of: 2, plan: "hash" } };
  const { facts } = matrixPreview({ ...dry, shows: [] }, part);
  expect(facts.at(-1)).toEqual({ label: "Shard", value: "2/2", note: "20 sessions, for at most $3.00" });
});

test.each([
  [600, "about 40 of 40 sessions", "40 over the range", []],
  [400, "about 40 of 40 sessions", "40 over the range", ["covers the estimate, but not"]],
  [100, "about 40 of 40 sessions", "12 to 40 over the range", ["may be too small"]],
  [40, "about 20 of 40 sessions", "5 to 40 over the range", ["may be too small"]],
  [10, "about 5 of 40 sessions", "1 to 20 over the range", ["is below the estimate"]],
])("the plan says how many sessions a budget of $%d covers", (budget, value, note, cautions) => {
  expect(factsOf({ budget })["Within the budget"]).toEqual({ value, note });
  const warnings = verdict({ budget }).cautions.filter((text) => text.startsWith("The budget"));
  expect(warnings).toEqual(
    cautions.map((words) => expect.stringContaining(`The budget of $${budget} ${words}`)),
  );
});
