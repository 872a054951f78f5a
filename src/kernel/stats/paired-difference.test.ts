import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dice, type Dice } from "../dice/index.ts";
import { clopperPearson, pairedDifference, worseP } from "./index.ts";

const { paired } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/statistics-vectors.json"), "utf8"),
) as {
  paired: { A: number[]; B: number[]; mean_diff_B_minus_A: number; signflip_exact: { p: number } };
};

const RUNS = process.env["REHEARSE_FULL"] === undefined ? 2_000 : 50_000;

const normal = (throws: Dice) =>
  Math.sqrt(-2 * Math.log(1 - throws.next())) * Math.cos(2 * Math.PI * throws.next());
const kinds: Record<string, (throws: Dice) => number> = {
  normal,
  skewed: (throws) => Math.exp(1.5 * normal(throws)) - Math.exp(1.5 * normal(throws)),
  "ties-heavy": (throws) => (throws.next() < 0.5 ? 0 : throws.int(9) - 4),
};
const times = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make);

test.each(Object.keys(kinds))("equal arms of ten pairs, %s: at most 5 % are called different", (kind) => {
  const throws = dice("equal", kind);
  const differences = times(RUNS, () => pairedDifference(times(10, () => kinds[kind]!(throws))));
  const different = differences.filter(({ p }) => p !== null && p <= 0.05).length;
  const worse = differences.filter((each) => (worseP(each) ?? 1) <= 0.05).length;
  for (const found of [different, worse]) {
    expect(clopperPearson(found, RUNS)[0]).toBeLessThanOrEqual(0.05);
    expect(found / RUNS).toBeGreaterThan(kind === "ties-heavy" ? 0.005 : 0.03);
  }
});

test("counts signs, treats rounding as equal, and tells better from worse", () => {
  const up = pairedDifference([3, 1, 0.1 + 0.2 - 0.3, 2, 4, 5, 6]);
  expect(up).toMatchObject({ pairs: 7, higher: 6, lower: 0, equal: 1, p: 2 / 64 });
  expect(worseP(up)).toBe(1 - 1 / 64);
  expect(worseP(pairedDifference([-3, -1, -2, -4, -5, -6]))).toBe(1 / 64);
});

test("all flips of ten pairs are counted", () => {
  const { mean, p } = pairedDifference(paired.B.map((b, index) => b - paired.A[index]!));
  expect(p).toBe(paired.signflip_exact.p);
  expect(mean).toBeCloseTo(paired.mean_diff_B_minus_A, 12);
});

test("many pairs are sampled, with the same result each time", () => {
  expect(pairedDifference(times(40, () => 1)).p).toBeLessThan(0.001);
  const mixed = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 1 : -1));
  expect(pairedDifference(mixed).p).toBe(1);
  expect(pairedDifference([...mixed, 3, 2, 1, 1])).toEqual(pairedDifference([...mixed, 3, 2, 1, 1]));
});

test("five pairs are not tested, and one has no spread", () => {
  expect(pairedDifference([1, 2, 3, 4, 5])).toMatchObject({ p: null, interval: null, mean: 3 });
  expect(pairedDifference([0, 0, 0, 1, 1, 1, 1, 1]).p).toBeNull();
  expect(pairedDifference([1])).toMatchObject({ detectable: null });
});

test.each([
  [6, 0.2],
  [16, 0.2],
  [24, 0],
])("with %i pairs it contains 0 exactly if p is above .05, with a share of ties of %d", (n, ties) => {
  const thrown = dice("agree", n);
  for (let run = 0; run < 60; run += 1) {
    const value = () => 0.7 + (run % 2 === 0 && thrown.chance(0.1) ? 10 : 1) * normal(thrown);
    const values = times(n, value).map((each) => (thrown.chance(ties) ? 0 : each));
    const { p, interval } = pairedDifference(values, { seed: run });
    if (p !== null) expect(interval!.low > 0 || interval!.high < 0).toBe(p <= 0.05);
  }
});

test("the ends are where the test of a shifted sample starts to reject", () => {
  const values = [1.2, 0.4, 2.2, -0.3, 1.9, 0.8, 1.1, 0.05];
  const { low, high } = pairedDifference(values).interval!;
  const p = (shift: number) => pairedDifference(values.map((value) => value - shift)).p!;
  for (const [end, outward] of [
    [low, -1],
    [high, 1],
  ] as const) {
    expect(p(end - outward * 1e-6)).toBeGreaterThan(0.05);
    expect(p(end + outward * 1e-6)).toBeLessThanOrEqual(0.05);
  }
});

test.each([[Array.from({ length: 8 }, () => 0.1)], [[0.3 - 0.2, 0.4 - 0.3, 0.5 - 0.4, 0.1, 0.1, 0.1]]])(
  "differences that are all equal have no interval: %j",
  (differences) => {
    expect(pairedDifference(differences).interval).toBeNull();
  },
);

test("scores in tenths: rounding does not let the interval contradict p", () => {
  // Of 6,000 samples 16 had such an end: 4e-16 here, beside a p of .063.
  const values = [7.2 - 7.6, 4.1 - 1.5, 3.5 - 3, 7.1 - 6.9, 4.1 - 1.5, 3.7 - 2, 3.7 - 3.3];
  expect(pairedDifference(values)).toMatchObject({ p: 0.0625, interval: { low: 0 } });
});
