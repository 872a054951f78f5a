import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bcaOf } from "./bootstrap.ts";
import { bcaInterval } from "./index.ts";

const { bca_exact_enumeration: known } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/statistics-vectors.json"), "utf8"),
) as {
  bca_exact_enumeration: {
    x: number[];
    resamples: number;
    z0_midrank: number;
    a: number;
    alphas_midrank: [number, number];
    bca95_midrank: [number, number];
  };
};

test("BCa from every resample of five values", () => {
  const { x } = known;
  const means = Float64Array.from(
    { length: x.length ** x.length },
    (_, code) =>
      x.reduce((sum, _value, at) => sum + x[Math.floor(code / x.length ** at) % x.length]!, 0) / x.length,
  );
  const { interval, bias, acceleration, shares } = bcaOf(x, means);
  expect(means.length).toBe(known.resamples);
  expect(bias).toBeCloseTo(known.z0_midrank, 12);
  expect(acceleration).toBeCloseTo(known.a, 12);
  for (const side of [0, 1] as const) {
    expect(shares[side]).toBeCloseTo(known.alphas_midrank[side], 12);
    expect(interval[side]).toBeCloseTo(known.bca95_midrank[side], 12);
  }
});

test("drawn resamples come near to all of them, and are the same again", () => {
  const interval = bcaInterval(known.x, { seed: 1, resamples: 50_000 })!;
  for (const side of [0, 1] as const)
    expect(Math.abs(interval[side] - known.bca95_midrank[side])).toBeLessThan(0.35);
  expect(bcaInterval(known.x, { seed: 1, resamples: 50_000 })).toEqual(interval);
  expect(bcaInterval(known.x, { seed: 1, resamples: 101 })).not.toEqual(
    bcaInterval(known.x, { seed: 2, resamples: 101 }),
  );
});

test("values that are all equal have an interval of no width, two have none", () => {
  expect(bcaInterval([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).toEqual([0.1, 0.1]);
  expect(bcaInterval([1, 2])).toBeNull();
  expect(bcaInterval([])).toBeNull();
});

test("an interval moves and stretches with its values, and leans to the longer tail", () => {
  const values = [0, 0, 0.25, 0.5, 0.5, 1, 1.25, 2, 4, 8];
  const [low, high] = bcaInterval(values)!;
  const [movedLow, movedHigh] = bcaInterval(values.map((value) => 4 * value + 16))!;
  expect([movedLow, movedHigh]).toEqual([4 * low + 16, 4 * high + 16]);
  const mean = 1.75;
  expect(high - mean).toBeGreaterThan(1.3 * (mean - low));
});
