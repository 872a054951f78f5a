import { expect, test } from "vitest";
import { dice } from "../dice/index.ts";
import { minimumDetectable, noiseFloor, realDifference } from "./index.ts";

const throws = dice("noise");
const normal = () => Math.sqrt(-2 * Math.log(1 - throws.next())) * Math.cos(2 * Math.PI * throws.next());
/** Spreads of 2 between dice, 1 within, ½ of re-judging. */
const planted = (sizes: number[][]) =>
  sizes.map((repeats) => {
    const ofDice = 2 * normal();
    return repeats.map((rejudges) => {
      const ofRepeat = ofDice + normal();
      return Array.from({ length: rejudges }, () => ofRepeat + normal() / 2);
    });
  });

test("by hand: two dice, two repeats, two judgings", () => {
  // Mean squares: of judging 8·1²/4 = 2, of repeats 2·(4·1²)/2 = 4, of dice 4·(2·3²)/1 = 72.
  const { betweenDice, withinDice, rejudging, mean, scores } = noiseFloor([
    [
      [0, 2],
      [2, 4],
    ],
    [
      [6, 8],
      [8, 10],
    ],
  ]);
  expect({ mean, scores }).toEqual({ mean: 5, scores: 8 });
  expect(rejudging.spread! ** 2).toBeCloseTo(2, 12);
  expect(withinDice.spread! ** 2).toBeCloseTo((4 - 2) / 2, 12);
  expect(betweenDice.spread! ** 2).toBeCloseTo((72 - 4) / 4, 12);
});

test("planted spreads are found again, in groups of unequal sizes too", () => {
  const noise = noiseFloor(
    planted(
      Array.from({ length: 1_500 }, (_, at) => (at % 3 === 0 ? [1, 1] : at % 3 === 1 ? [3, 1, 2] : [1, 9])),
    ),
  );
  // Within four standard errors of such an estimate.
  for (const [component, variance, error] of [
    ["betweenDice", 4, 0.21],
    ["withinDice", 1, 0.037],
    ["rejudging", 0.25, 0.0049],
  ] as const) {
    expect(Math.abs(noise[component].spread! ** 2 - variance)).toBeLessThan(4 * error);
  }
});

test("what was done once cannot be told apart", () => {
  expect(
    noiseFloor(
      planted([
        [1, 1],
        [1, 1],
      ]),
    ).rejudging,
  ).toEqual({ spread: null, negative: false });
  const { withinDice, rejudging } = noiseFloor(planted([[3], [3]]));
  expect(withinDice.spread).toBeNull();
  expect(rejudging.spread).not.toBeNull();
  expect(noiseFloor(planted([[2, 2]])).betweenDice.spread).toBeNull();
  expect(noiseFloor([])).toMatchObject({ scores: 0, mean: null, betweenDice: { spread: null } });
  expect(noiseFloor([[[1, 2], []], [], [[3, 4]]])).toEqual(noiseFloor([[[1, 2]], [[3, 4]]]));
});

test("an estimate below 0 is shown as 0, and says so", () => {
  expect(
    noiseFloor([
      [[0], [2]],
      [[0], [2]],
    ]).betweenDice,
  ).toEqual({ spread: 0, negative: true });
  expect(
    noiseFloor([
      [[1], [1]],
      [[1], [1]],
    ]).betweenDice,
  ).toEqual({ spread: 0, negative: false });
});

test("arms that share their dice show a smaller difference", () => {
  const noise = {
    scores: 0,
    mean: 0,
    betweenDice: { spread: 2, negative: false },
    withinDice: { spread: 1, negative: false },
    rejudging: { spread: 0.5, negative: false },
  };
  expect(realDifference(noise, { pairs: 20 })).toBeCloseTo(
    minimumDetectable({ pairs: 20 })! * Math.sqrt(2 * 1.25),
    12,
  );
  expect(realDifference(noise, { pairs: 20, design: "unpaired" })).toBeCloseTo(
    minimumDetectable({ pairs: 20, design: "unpaired" })! * Math.sqrt(5.25),
    12,
  );
  expect(realDifference(noise, { pairs: 1 })).toBeNull();
  expect(
    realDifference({ ...noise, withinDice: { spread: null, negative: false } }, { pairs: 20 }),
  ).toBeNull();
});
