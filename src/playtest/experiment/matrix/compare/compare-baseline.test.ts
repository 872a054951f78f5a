import { describe, expect, test } from "vitest";
import type { MatrixRow } from "../../../../contract/index.ts";
import {
  crashed,
  overall,
  planOf,
  rowsOf,
  type RowOptions,
} from "../../../../../tests/support/playtest/matrix-rows.ts";
import { defaultPoints } from "../../../metrics/index.ts";
import type { StoredMatrix } from "../stored-matrix.ts";
import { compareBaseline } from "./compare-baseline.ts";
import { requireJudgeable } from "./session-partners.ts";

const NOISE = [3, -2, 1, -4, 2, 0, -1, 4, -3, 1];
const matrix = (...arms: RowOptions[]): StoredMatrix => {
  const rows = arms.flatMap((arm) => rowsOf({ rounds: 20, ...arm }));
  return { name: "before", seed: 1, rows, config: planOf(rows).config, points: defaultPoints };
};
const around = (mean: number, shift = 0) => ({
  of: (at: number): Partial<MatrixRow> => overall(mean + NOISE[(at + shift) % NOISE.length]!),
});
const judged = (before: StoredMatrix, now: StoredMatrix) => compareBaseline(before, now).variants;
const resultOf = (now: RowOptions, before: RowOptions = around(80)) =>
  judged(matrix(before), matrix(now))[0]!;

describe("beside a baseline", () => {
  test("noise passes, a fall fails, a gain passes", () => {
    expect(resultOf(around(80, 3))).toMatchObject({ result: "passed", planned: 20 });
    const fell = resultOf(around(74, 3));
    expect(fell).toMatchObject({ result: "worse", comparison: { groups: 20 } });
    expect(fell.p).toBeLessThan(0.05);
    expect(fell.comparison.because[0]).toMatchObject({ label: "stuck moments" });
    expect(resultOf(around(90, 3))).toMatchObject({ result: "passed" });
  });

  test("the same sessions again pass; if few differ, all of them worse is a fall", () => {
    expect(resultOf(around(80))).toMatchObject({ result: "passed", p: null, comparison: { equal: 20 } });
    const lower = (count: number) => ({
      of: (at: number) => overall(80 + NOISE[at % NOISE.length]! - (at < count ? 9 : 0)),
    });
    expect(resultOf(lower(5))).toMatchObject({ result: "worse", p: 1 / 32 });
    expect(resultOf(lower(4))).toMatchObject({ result: "passed", p: 1 / 16 });
  });

  test("each prompt and narrator on its own: a good one does not hide a bad one", () => {
    const arm = (narrator: string, mean: number, shift = 3) => ({ narrator, ...around(mean, shift) });
    const before = matrix(arm("x", 80, 0), arm("y", 60, 0));
    const [bad, good] = [arm("x", 70), arm("y", 75)];
    expect(judged(before, matrix(bad, good)).map(({ narrator, result }) => [narrator, result])).toEqual([
      ["x", "worse"],
      ["y", "passed"],
    ]);
    expect(compareBaseline(before, matrix(bad, good, { narrator: "z" })).notes).toEqual([
      "z is not in the baseline.",
    ]);
  });

  test("a narrator's breakdown scores 0 and counts; a provider's failure drops the pair", () => {
    const some = (count: number, instead: Partial<MatrixRow>) => ({
      of: (at: number) => ({ ...around(80, 3).of(at), ...(at < count && instead) }),
    });
    const broken = { ...overall(0), outcome: "failed" as const };
    expect(resultOf(some(6, broken))).toMatchObject({ result: "worse", comparison: { groups: 20 } });
    expect(resultOf(some(2, crashed))).toMatchObject({
      result: "passed",
      comparison: { groups: 18, dropped: 2 },
    });
    expect(resultOf(some(3, crashed))).toMatchObject({
      result: "not judged",
      why: "Only 17 of 20 pairs have a score on both sides.",
    });
  });

  test("five groups cannot show a fall, and other points are not compared", () => {
    const five = { ...around(20), rounds: 5 };
    expect(resultOf(five, { ...around(80), rounds: 5 })).toMatchObject({ result: "too few groups" });
    const points = { ...defaultPoints, loop: 50 };
    expect(judged(matrix(around(80)), { ...matrix(around(20)), points })[0]).toMatchObject({
      result: "not judged",
      why: expect.stringContaining("different tables of points") as string,
    });
  });
});

test("beside several variants more groups are needed: a collapse in too few of them never passes", () => {
  const arms = (first: number) =>
    matrix(
      ...[first, 80, 80, 80].map((mean, at) => ({ ...around(mean, at), rounds: 6, prompt: `prompt ${at}` })),
    );
  const [before, now] = [arms(80), arms(20)];
  expect(judged(before, now)[0]).toMatchObject({ result: "too few groups" });
  expect(() => requireJudgeable(before, { ...planOf(now.rows), points: defaultPoints })).toThrow(
    "at least 7 are needed for 4 variants",
  );
});

test("with several variants each needs stronger evidence: of four, one at p = 1/32 does not fail", () => {
  const lower = { of: (at: number) => overall(80 + NOISE[at % NOISE.length]! - (at < 5 ? 9 : 0)) };
  const four = (first: RowOptions, shift: number) =>
    matrix(
      ...[first, around(80, shift), around(80, shift), around(80, shift)].map((arm, at) => ({
        ...arm,
        prompt: `prompt ${at}`,
      })),
    );
  expect(judged(four(around(80), 0), four(lower, 3))[0]).toMatchObject({ result: "passed", p: 4 / 32 });
});

test("a gate that could never be judged is refused before anything is played, with the remedy", () => {
  const plan = { ...planOf(matrix(around(80)).rows), points: defaultPoints };
  const refuses = (before: StoredMatrix, message: RegExp, remedy: RegExp) => {
    expect(() => requireJudgeable(before, plan)).toThrow(
      expect.objectContaining({
        exit: 2,
        message: expect.stringMatching(message) as string,
        remedy: expect.stringMatching(remedy) as string,
      }) as Error,
    );
  };
  expect(() => requireJudgeable(matrix(around(80)), plan)).not.toThrow();
  refuses({ ...matrix({ seed: 9 }), seed: 9 }, /has seed 9, this matrix has 1/, /--seed 9/);
  refuses(matrix({ prompt: "other" }), /Not in before: prompt baseline/, /prompt names/);
  refuses(matrix({ rounds: 5 }), /5 groups cannot show whether overall fell: at least 6/, /--sessions/);
  refuses(
    matrix({ of: (at) => (at < 3 ? crashed : {}) }),
    /Only 17 of its 20 sessions have a score/,
    /resume/,
  );
  refuses({ ...matrix({}), points: { ...defaultPoints, loop: 1 } }, /tables of points/, /points/);
});
