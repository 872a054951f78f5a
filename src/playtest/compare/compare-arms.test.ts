import { expect, test } from "vitest";
import { examplePlay } from "../../../tests/support/playtest/example-play.ts";
import { armsVerdict, compareArms, fewestGroups, mostTelling } from "./compare-arms.ts";

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
  expect(mostTelling([comparison!])!.headline).toMatch(
    new RegExp(
      String.raw`^blunt is worse than house by 29\.2 points \(2\d(\.\d)? to 3\d(\.\d)?\), in 18 of 18 groups, ` +
        String.raw`because of forced segues \(18 with blunt, 9 with house\)\.$`,
    ),
  );
});

test("no difference found says what would usually have been found; few groups say how many are needed", () => {
  const [none] = compared(arm("a", repeated(12, 4, 8)), arm("b", repeated(12, 8, 4)));
  expect(mostTelling([none!])!.headline).toMatch(
    /^No difference found between a and b; 12 groups would usually have shown 3\.\d points\.$/,
  );
  const alike = compared(arm("a", repeated(12, 4)), arm("b", repeated(12, 4)), arm("c", repeated(12, 4)));
  expect(mostTelling(alike)!.headline).toBe("a and the 2 others scored the same in all 12 groups.");
  const [few] = compared(arm("a", repeated(5, 0)), arm("b", repeated(5, 40)));
  expect(few!.result).toBe("too few groups");
  expect(mostTelling([few!])!.headline).toBe("Too few groups to compare b with a: 5, at least 6 needed.");
  const [ties] = compared(arm("a", [12, 9, 12, 3, 9, 0]), arm("b", repeated(6, 0)));
  expect(ties).toMatchObject({ result: "too few groups", p: null });
  expect(mostTelling([ties!])!.headline).toBe(
    "Not decided: +7.5 points (0 to +12) with b, better in 5, worse in 0 of 6 groups; at least 6 groups must differ.",
  );
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
