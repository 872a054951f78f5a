import { expect, test } from "vitest";
import { examplePlay } from "../../../tests/support/playtest/example-play.ts";
import { armsVerdict, compareArms, fewestGroups, comparisonHeadline } from "./compare-arms.ts";

/** One play for each group, which lost these points through forced segues. */
const arm = (name: string, lost: readonly number[]) => ({
  name,
  plays: lost.map((points, at) =>
    examplePlay({ pair: `${at}`, cluster: `${at}`, lost: points > 0 ? { "forced-segue": [points] } : {} }),
  ),
});
const repeated = (length: number, ...values: number[]) =>
  Array.from({ length }, (_, at) => values[at % values.length]!);
const compared = (...arms: Parameters<typeof compareArms>[0]) => compareArms(arms, { unit: "session" });

test("a prompt that is worse in every group is worse, by how much and why", () => {
  const [comparison] = compared(arm("house", repeated(18, 0, 2)), arm("blunt", repeated(18, 26, 30, 36, 30)));
  expect(comparison).toMatchObject({ result: "worse", groups: 18, worse: 18, better: 0 });
  expect(comparison!.meanB! - comparison!.meanA!).toBeCloseTo(comparison!.difference!, 9);
  expect(comparisonHeadline(comparison!)).toMatch(
    /^blunt is worse than house by 29\.2 points \(2\d(\.\d)? to 3\d(\.\d)?\), in 18 of 18 groups, because of forced segues \(18 against 9\)\.$/,
  );
});

test("no difference found says what would usually have been found; few groups say how many are needed", () => {
  const [none] = compared(arm("a", repeated(12, 4, 8)), arm("b", repeated(12, 8, 4)));
  expect(comparisonHeadline(none!)).toMatch(
    /^No difference found between b and a; 12 groups would usually have shown 3\.\d points\.$/,
  );
  const [few] = compared(arm("a", repeated(5, 0)), arm("b", repeated(5, 40)));
  expect(few!.result).toBe("too few groups");
  expect(comparisonHeadline(few!)).toBe("Too few groups to compare b with a: 5 of at least 6.");
});

test("several comparisons share Holm's correction, and need more groups", () => {
  const alone = compared(arm("a", repeated(6, 0)), arm("b", repeated(6, 9, 10)));
  expect(alone[0]).toMatchObject({ result: "worse", p: 2 ** -5 });
  const beside = compared(
    arm("a", repeated(6, 0)),
    arm("b", repeated(6, 9, 10)),
    arm("c", repeated(6, 0, 1)),
  );
  expect(beside[0]).toMatchObject({ result: "too few groups", p: 2 ** -4 });
  expect([1, 2, 3, 4].map(fewestGroups)).toEqual([6, 7, 7, 8]);
});

test("pairs of one group are averaged, and pairs without a score drop out", () => {
  const plays = (scores: ReadonlyArray<[string, number | null]>) =>
    scores.map(([cluster, overall], at) => ({ ...examplePlay(), pair: `${at}`, cluster, overall }));
  const [comparison] = compared(
    {
      name: "a",
      plays: plays([
        ["x", 50],
        ["x", 50],
        ["x", 50],
        ["y", 50],
        ["y", 50],
      ]),
    },
    {
      name: "b",
      plays: plays([
        ["x", 60],
        ["x", 60],
        ["x", 60],
        ["y", 50],
        ["y", null],
      ]),
    },
  );
  expect(comparison).toMatchObject({ groups: 2, dropped: 1, difference: 5, meanA: 50, meanB: 55 });
});

test("the verdict leads with the most telling comparison and lists all", () => {
  const comparisons = compared(
    arm("a", repeated(9, 10, 12)),
    arm("b", repeated(9, 12, 10)),
    arm("c", repeated(9, 30, 40)),
    arm("d", repeated(9, 20, 24)),
  );
  const verdict = armsVerdict(comparisons, []);
  expect(verdict.headline).toContain("c is worse than a by");
  expect(verdict.because[0]!.label).toBe("forced segues");
  expect(verdict.tables[0]!.rows.map((row) => [row[0], row.at(-1)])).toEqual([
    ["b", "no difference found"],
    ["c", "worse"],
    ["d", "worse"],
  ]);
});
