import { expect, test } from "vitest";
import type { MatrixConfigInput, MatrixRow } from "../../../../contract/index.ts";
import { planOf, rowsOf, scored } from "../../../../../tests/support/playtest/matrix-rows.ts";
import { armNotes, headline, type MetricName } from "../../../compare/index.ts";
import { defaultWeights } from "../../../metrics/index.ts";
import { compareAllMatrices, compareMatrices } from "./compare-matrices.ts";
import { compareVariants, standingsOf } from "./compare-variants.ts";

const prompt = (name: string, value: (at: number) => number, rounds = 10, narrator = "house") =>
  rowsOf({ prompt: name, narrator, rounds, of: scored(value) });
const matrix = (name: string, rows: MatrixRow[]) => ({ name, rows });
const primary = "overall";
/** Every second session crashes; the others score high. */
const crashing = (at: number): Partial<MatrixRow> =>
  at % 2 === 0 ? { outcome: "crashed", metrics: {} } : { metrics: { overall: 90 + (at % 5) } };

test("one group with one seed is one unit, no matter how many narrators play it", () => {
  const rows = ["x", "y", "z"].flatMap((narrator) => [
    ...prompt("a", (at) => 50 + at, 5, narrator),
    ...prompt("b", (at) => 70 + 2 * at, 5, narrator),
  ]);
  const [compared] = compareVariants(rows, { by: "prompt", primary });
  expect(compared).toMatchObject({
    paired: 15,
    clusters: 5,
    speaksFor: "for these 5 groups",
    primary: { pairs: 5, verdict: "insufficient evidence" },
  });
  const enough = ["x", "y", "z"].flatMap((narrator) => [
    ...prompt("a", (at) => 50 + at, 6, narrator),
    ...prompt("b", (at) => 70 + 2 * at, 6, narrator),
  ]);
  expect(compareVariants(enough, { by: "prompt", primary })[0]).toMatchObject({
    paired: 18,
    speaksFor: "over 6 groups",
    primary: { pairs: 6, verdict: "better" },
  });
});

test("matrices are also paired by the drawn group", () => {
  const a = prompt("p", (at) => 60 + at);
  const others = rowsOf({
    prompt: "p",
    of: (at) => ({ metrics: { overall: 90 + at }, group: `another ${at}` }),
  });
  expect(compareMatrices(matrix("A", a), matrix("B", others), { primary })).toMatchObject({
    paired: 0,
    alone: { a: 10, b: 10 },
    speaksFor: "for no group",
    primary: { verdict: "insufficient evidence" },
  });
  // Earlier versions did not store the group.
  const unnamed = rowsOf({
    prompt: "p",
    of: (at) => ({ metrics: { overall: 90 + 2 * at }, group: undefined }),
  });
  expect(compareMatrices(matrix("A", a), matrix("B", unnamed), { primary })).toMatchObject({
    paired: 10,
    primary: { verdict: "better" },
  });
});

test("a matrix that crashes neither wins nor ranks first", () => {
  const [sound, crashed] = [
    prompt("p", (at) => 60 + (at % 3), 20),
    rowsOf({ prompt: "p", rounds: 20, of: crashing }),
  ];
  expect(compareMatrices(matrix("A", sound), matrix("B", crashed), { primary })).toMatchObject({
    primary: { pairs: 10, verdict: "insufficient evidence" },
    note: expect.stringContaining("B would have won") as unknown,
    completed: { verdict: "worse" },
  });
  const rows = [
    ...rowsOf({ prompt: "crashing", rounds: 20, of: crashing }),
    ...prompt("sound", (at) => 60 + (at % 3), 20),
  ];
  expect(standingsOf(rows, primary).prompts.map(({ name }) => name)).toEqual(["sound", "crashing"]);
});

/** These rows with the plan of their matrix. */
const planned = (name: string, rows: MatrixRow[], config: Partial<MatrixConfigInput> = {}) => ({
  name,
  rows,
  config: planOf(rows, config).config,
});
const [low, high] = [(at: number) => 50 + at, (at: number) => 70 + 2 * at];

test("two matrices with different turn limits are not comparable, and every setting that differs is named", () => {
  const [a, b] = [prompt("p", low), prompt("p", high, 10, "house/blunt")];
  const [apart] = compareAllMatrices(
    [
      planned("A", a, { maxTurnsPerSession: 15, judge: "grok-4" }),
      planned("B", b, { maxTurnsPerSession: 40 }),
    ],
    { primary },
  );
  expect(apart).toMatchObject({
    paired: 10,
    primary: { adjusted: null, verdict: "insufficient evidence" },
    withheld: ["not comparable: A had at most 15 turns, B 40"],
  });
  expect(headline(apart!)).toMatch(/^No verdict \(not comparable: A had at most 15 turns, B 40\) /);
  expect(armNotes(apart!).join("\n")).toContain(
    "Settings differ (A first): narrator (house; house/blunt), maxTurnsPerSession (15; 40), judge (grok-4; not set). Each of these may cause a difference.",
  );
  const [same] = compareAllMatrices([planned("A", a), planned("B", prompt("p", high))], { primary });
  expect(same).toMatchObject({ primary: { verdict: "better" } });
  expect(same).not.toHaveProperty("settings");
  const [models] = compareAllMatrices(
    [planned("A", a, { playerModel: "x" }), planned("B", prompt("p", high), { playerModel: "y" })],
    { primary },
  );
  expect(models).toMatchObject({ primary: { verdict: "better" }, settings: ["playerModel (x; y)"] });
  const weighed = (name: string, rows: MatrixRow[], completion: number) => ({
    ...planned(name, rows, { primaryMetric: "issues" }),
    weights: { ...defaultWeights, completion },
  });
  const other = (of: MetricName) =>
    compareAllMatrices([weighed("A", a, 40), weighed("B", prompt("p", high), 50)], { primary: of })[0]!;
  expect(other("overall")).toMatchObject({
    settings: ["weight of completion (40; 50)"],
    withheld: ["not comparable: A and B weight overall differently"],
  });
  expect(other("issues")).not.toHaveProperty("withheld");
  const double = Object.fromEntries(
    Object.entries(defaultWeights).map(([part, weight]) => [part, 2 * weight]),
  ) as typeof defaultWeights;
  expect(
    compareMatrices(
      { ...matrix("A", a), weights: defaultWeights },
      { ...matrix("B", prompt("p", high)), weights: double },
      { primary },
    ),
  ).not.toHaveProperty("settings");
});

test("there is no verdict until every planned session is done", () => {
  const open = (rows: MatrixRow[]) =>
    rows.map((row, at): MatrixRow => (at >= 8 ? { ...row, outcome: "unfinished", metrics: {} } : row));
  const rows = [...open(prompt("p", low)), ...open(prompt("q", high))];
  expect(compareVariants(rows, { by: "prompt", primary })[0]).toMatchObject({
    paired: 8,
    withheld: ["provisional: 16 of 20 sessions"],
    primary: { pairs: 8, verdict: "insufficient evidence" },
  });
  expect(
    standingsOf(rows, primary).prompts.map(
      ({ comparison }) => comparison && [comparison.verdict, comparison.p, comparison.note],
    ),
  ).toEqual([["insufficient evidence", null, "provisional: 16 of 20 sessions"], null]);
  expect(
    compareAllMatrices([matrix("A", prompt("p", low)), matrix("B", open(prompt("p", high)))], { primary })[0],
  ).toMatchObject({
    withheld: ["provisional: 8 of 10 sessions of B"],
    primary: { verdict: "insufficient evidence" },
  });
  // One part may be complete while the matrix is not.
  expect(
    compareAllMatrices(
      [matrix("A", prompt("p", low)), matrix("B", [...prompt("p", high), ...open(prompt("q", high))])],
      { primary, by: "prompt" },
    )[0],
  ).toMatchObject({ withheld: ["provisional: 18 of 20 sessions of B"] });
  // A session that crashed at every attempt counts as done.
  expect(
    compareVariants(
      rows.map((row) => (row.outcome === "unfinished" ? { ...row, outcome: "crashed" as const } : row)),
      { by: "prompt", primary },
    )[0],
  ).toMatchObject({ primary: { verdict: "better" } });
});
