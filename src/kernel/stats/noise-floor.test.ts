import { expect, test } from "vitest";
import { chiSquareQuantile, fQuantile } from "./distributions.ts";
import { noiseFloor } from "./index.ts";

test("by hand: two dice, two repeats, two judgements", () => {
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

test("quantiles of chi-square and F, by scipy 1.17", () => {
  for (const [df, low, high] of [
    [1, 0.0009820691171752555, 5.023886187314888],
    [7.5, 1.9305886206109992, 16.77828611380784],
    [500, 439.9359912618746, 563.8515293442852],
  ] as const) {
    expect(chiSquareQuantile(0.025, df) / low).toBeCloseTo(1, 9);
    expect(chiSquareQuantile(0.975, df) / high).toBeCloseTo(1, 9);
  }
  for (const [over, under, low, high] of [
    [1, 1, 0.001543712508674131, 647.7890114778442],
    [100, 2000, 0.7378798463988604, 1.3057704327067612],
  ] as const) {
    expect(fQuantile(0.025, { over, under }) / low).toBeCloseTo(1, 9);
    expect(fQuantile(0.975, { over, under }) / high).toBeCloseTo(1, 9);
  }
});
