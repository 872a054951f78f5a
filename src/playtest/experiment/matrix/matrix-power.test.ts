import { expect, test } from "vitest";
import { pairsNeeded } from "../../../kernel/stats/index.ts";
import { planOf, rowsOf } from "../../../../tests/support/playtest/matrix-rows.ts";
import { compareBaseline } from "./compare/compare-baseline.ts";
import { gatePower, matrixPower } from "./matrix-power.ts";

const stories = ["a", "b", "c", "d", "e"];
const matrix = (
  rounds: number,
  prompts: readonly string[] = ["first", "second"],
  narrators: readonly string[] = ["house"],
) =>
  planOf(
    prompts.flatMap((prompt) =>
      narrators.flatMap((narrator) => rowsOf({ prompt, narrator, stories, rounds })),
    ),
    { sessionsPerCombination: rounds },
  );

test("the smallest detectable difference is that of the t test, in standard deviations and in the metric's units", () => {
  // 20 pairs, one comparison: 0.66 standard deviations, as in the guide's table.
  expect(matrixPower(matrix(4))).toMatchObject({
    compared: "prompts",
    pairs: 20,
    comparisons: 1,
    smallest: { deviations: expect.closeTo(0.66, 2), units: expect.closeTo(6.6, 1) },
    spread: { value: 10, from: "assumption" },
  });
  expect(matrixPower(matrix(4), { spread: 4 })).toMatchObject({
    smallest: { units: expect.closeTo(2.64, 1) },
    spread: { value: 4, from: "flag" },
  });
});

test("the sessions needed to detect a difference", () => {
  const { needed } = matrixPower(matrix(1), { spread: 10, detect: 5 });
  const pairs = pairsNeeded({ effect: 0.5 });
  expect(needed).toEqual({
    difference: 5,
    pairs,
    sessionsPerCombination: Math.ceil(pairs / 5),
    sessions: Math.ceil(pairs / 5) * 5 * 2,
  });
  expect(
    matrixPower({ ...matrix(1), config: { ...matrix(1).config, primaryMetric: "issues" } }, { detect: 1 }),
  ).toMatchObject({ spread: null, needed: null });
});

const before = (prompts: readonly string[], rounds: number, maxTurnsPerSession = 100) => {
  const rows = prompts.flatMap((prompt) => rowsOf({ prompt, stories, rounds }));
  return { name: "before", seed: 1, rows, config: planOf(rows, { maxTurnsPerSession }).config };
};

test("the gate against a baseline: its alpha, its prompts, and both of its tests", () => {
  const one = gatePower(matrix(2, ["a"]), before(["a"], 2))!;
  expect(one).toMatchObject({
    withheld: [],
    prompts: 1,
    metric: { compared: "baseline", pairs: 10, comparisons: 1, alpha: 0.024, fewest: 7 },
    outcomes: { groups: 10, alpha: 0.038, fewest: 5, pool: null },
  });
  // The prompt c is new.
  const two = gatePower(matrix(2, ["a", "b", "c"]), before(["a", "b"], 2))!;
  expect(two).toMatchObject({
    prompts: 2,
    metric: { comparisons: 2, pairs: 10, fewest: 8 },
    outcomes: { fewest: 6 },
  });
  expect(two.metric.smallest!.deviations).toBeGreaterThan(one.metric.smallest!.deviations);
  // The gate behaves as predicted for outcomes.
  const { worse } = two.outcomes;
  const regressions = (bad: number) => {
    const now = ["a", "b"].flatMap((prompt) =>
      rowsOf({
        prompt,
        stories,
        rounds: 2,
        of: (at) => ({ outcome: prompt === "a" && at < bad ? "failed" : "completed" }),
      }),
    );
    return compareBaseline(before(["a", "b"], 2), { ...before(["a", "b"], 2), rows: now }, "overall")
      .regressions;
  };
  expect([regressions(worse! - 1).length, regressions(worse!).length]).toEqual([0, 1]);
});
