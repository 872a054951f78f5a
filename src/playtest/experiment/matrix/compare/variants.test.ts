import { expect, test } from "vitest";
import {
  crashed,
  planOf,
  rowsOf,
  scored,
  type RowOptions,
} from "../../../../../tests/support/playtest/matrix-rows.ts";
import { defaultPoints } from "../../../metrics/index.ts";
import type { StoredMatrix } from "../stored-matrix.ts";
import { compareMatrices } from "./compare-matrices.ts";
import { compareVariants } from "./variants.ts";

const matrix = (name: string, seed: number, ...arms: RowOptions[]): StoredMatrix => {
  const rows = arms.flatMap((arm) => rowsOf({ ...arm, seed }));
  return { name, seed, rows, config: planOf(rows).config };
};
const worse = { prompt: "new", of: scored((at) => 60 + at, "forced-segue") };
const reference = { prompt: "old", of: scored((at) => 90 + (at % 3)) };

test("each prompt beside the first: a pair shares its narrator, and a group counts once with both", () => {
  const rows = ["one", "two"].flatMap((narrator) => [
    ...rowsOf({ ...reference, narrator }),
    ...rowsOf({ ...worse, narrator }),
  ]);
  const [compared, ...others] = compareVariants(rows, { by: "prompt" });
  expect(others).toEqual([]);
  expect(compared).toMatchObject({ a: "old", b: "new", result: "worse", groups: 10, worse: 10, dropped: 0 });
  expect(compared!.because[0]).toMatchObject({ label: "forced segues", touched: { count: 20, of: 20 } });
  expect(compareVariants(rows, { by: "narrator" })[0]).toMatchObject({
    result: "no difference found",
    difference: 0,
    equal: 10,
  });
});

test("a session that a provider failed drops its pair; one that the narrator broke scores 0 and stays", () => {
  const broken = (at: number) =>
    at < 2 ? { ...scored(() => 0)(at), outcome: "failed" as const } : worse.of(at);
  const rows = (of: (at: number) => object) => [...rowsOf(reference), ...rowsOf({ prompt: "new", of })];
  expect(
    compareVariants(
      rows((at) => (at < 2 ? crashed : worse.of(at))),
      { by: "prompt" },
    )[0],
  ).toMatchObject({
    groups: 8,
    dropped: 2,
  });
  expect(compareVariants(rows(broken), { by: "prompt" })[0]).toMatchObject({ groups: 10, dropped: 0 });
});

test("two matrices over the same groups give the numbers of one matrix", () => {
  const [within] = compareVariants([...rowsOf(reference), ...rowsOf(worse)], { by: "prompt" });
  const [between] = compareMatrices([
    matrix("before", 1, reference),
    matrix("after", 1, { ...worse, prompt: "old" }),
  ]);
  expect({ ...between, a: within!.a, b: within!.b, because: [] }).toEqual({ ...within, because: [] });
});

test("matrices that are unfinished, have other groups, turn limits or points are not compared", () => {
  const before = matrix("before", 1, reference);
  const after = matrix("after", 1, { ...worse, prompt: "old" });
  const refuses = (other: StoredMatrix, message: RegExp) =>
    expect(() => compareMatrices([before, other])).toThrow(message);
  const [first, ...rest] = after.rows;
  refuses(
    { ...after, rows: [{ ...first!, outcome: "unfinished" }, ...rest] },
    /unfinished: 9 of 10 sessions/,
  );
  refuses(matrix("after", 2, worse), /before has seed 1, after has 2, so the groups differ/);
  refuses(
    { ...after, config: { ...after.config, maxTurnsPerSession: 40 } },
    /at most 100 turns, after with 40/,
  );
  const points = { ...defaultPoints, loop: 9 };
  expect(() =>
    compareMatrices([
      { ...before, points: defaultPoints },
      { ...after, points },
    ]),
  ).toThrow(/different tables of points/);
  refuses(matrix("after", 1, worse), /have no pairs. Not in before: prompt new\./);
});
