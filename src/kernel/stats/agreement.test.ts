import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clopperPearson, fewestSeparate, orderAgreement, wilson } from "./index.ts";

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/statistics-vectors.json"), "utf8"),
) as { wilson95: Record<string, [number, number]>; clopper_pearson95: Record<string, [number, number]> };

const order = (pairs: ReadonlyArray<readonly [reference: number, rating: number]>) =>
  orderAgreement(
    pairs.map(([reference, rating]) => ({ reference, rating })),
    { apart: 2 },
  );
const always = (count: number) => order(Array.from({ length: count }, (_, at) => [at * 2, at] as const));

test("only pairs that the reference puts apart count, and a tie counts half", () => {
  // Clear: 1–3 right, 1–4 tied, 1–6 right, 3–6 right, 4–6 wrong. Not clear: 3–4.
  expect(
    order([
      [1, 5],
      [3, 7],
      [4, 5],
      [6, 5.5],
    ]),
  ).toMatchObject({ pairs: 5, separate: 2, share: (1 + 0.5 + 1 + 0 + 1) / 5 });
  expect(order([[1, 5]])).toMatchObject({ pairs: 0, share: null, low: null });
  // 0.1 + 0.2 is not 0.3.
  expect(
    order([
      [0.1 + 0.2, 1],
      [2.3, 2],
    ]).pairs,
  ).toBe(1);
});

test("many pairs with one outlier prove no more than one pair", () => {
  const outlier = order([[9, 9], ...Array.from({ length: 8 }, () => [5, 5] as const)]);
  expect(outlier).toMatchObject({ pairs: 8, separate: 1, share: 1 });
  expect(outlier.low).toBeLessThan(0.5);
});

test("a rater that is always right reaches 75 % with five separate pairs, and not with four", () => {
  expect(fewestSeparate(0.75)).toBe(5);
  expect(always(8).low).toBeLessThan(0.75);
  // 10 of 10, at z = 1.645.
  expect(always(10).low).toBeCloseTo(10 / (10 + 1.6449 ** 2), 4);
});

test("pairs that share units do not narrow the interval as independent ones would", () => {
  const noisy = order(
    Array.from({ length: 30 }, (_, at) => [at % 10, (at % 10) + 3 * Math.sin(at * 12.9898)]),
  );
  expect(noisy.pairs).toBeGreaterThan(200);
  expect(noisy.low).toBeLessThan(wilson(noisy.share! * noisy.pairs, noisy.pairs)[0]);
});

test.each(Object.entries(vectors.wilson95))("Wilson's interval of %s", (share, interval) => {
  const [hits, trials] = share.split("/").map(Number) as [number, number];
  for (const side of [0, 1] as const) expect(wilson(hits, trials)[side]).toBeCloseTo(interval[side], 12);
});

test.each(Object.entries(vectors.clopper_pearson95))(
  "Clopper and Pearson's interval of %s",
  (share, interval) => {
    const [hits, trials] = share.split("/").map(Number) as [number, number];
    for (const side of [0, 1] as const)
      expect(clopperPearson(hits, trials)[side]).toBeCloseTo(interval[side], 9);
  },
);
