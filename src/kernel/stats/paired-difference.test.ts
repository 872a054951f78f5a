import { expect, test } from "vitest";
import { dice, type Dice } from "../dice/index.ts";
import { clopperPearson, logEValue, minimumWins } from "./significance.ts";
import { pairedDifference, pairsFor, worseP } from "./paired-difference.ts";

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

test("a true difference of the stated size is found in about 80 % of cases, and its interval covers it in 95 %", () => {
  const throws = dice("usually");
  const [pairs, spread] = [25, 9];
  const stated = 2.8 * (spread / Math.sqrt(pairs));
  const found = times(RUNS / 4, () => pairedDifference(times(pairs, () => stated + spread * normal(throws))));
  const share = (count: number) => count / found.length;
  expect(share(found.filter(({ p }) => p! <= 0.05).length)).toBeGreaterThan(0.74);
  expect(share(found.filter(({ p }) => p! <= 0.05).length)).toBeLessThan(0.86);
  const covered = found.filter(({ interval }) => interval!.low <= stated && stated <= interval!.high);
  expect(share(covered.length)).toBeGreaterThan(0.92);
});

test("counts signs, treats rounding as equal, and tells better from worse", () => {
  const up = pairedDifference([3, 1, 0.1 + 0.2 - 0.3, 2, 4, 5, 6]);
  expect(up).toMatchObject({ pairs: 7, higher: 6, lower: 0, equal: 1, p: 2 / 64 });
  expect(worseP(up)).toBe(1 - 1 / 64);
  expect(worseP(pairedDifference([-3, -1, -2, -4, -5, -6]))).toBe(1 / 64);
});

test("five pairs are not tested, and one has no spread", () => {
  expect(pairedDifference([1, 2, 3, 4, 5])).toMatchObject({ p: null, interval: null, mean: 3 });
  expect(pairedDifference([1])).toMatchObject({ detectable: null });
  expect(pairsFor(2, pairedDifference([1]))).toBeNull();
});

test("half the difference needs four times the pairs", () => {
  const seen = pairedDifference(times(20, () => 1).map((one, at) => one + (at % 2)));
  expect(pairsFor(seen.detectable!, seen)).toBe(20);
  expect(pairsFor(seen.detectable! / 2, seen)).toBe(80);
});

test("equal arms, looked at after each of 40 pairs: the e-process names a winner in at most 5 %", () => {
  const throws = dice("equal", "looks");
  const winners = times(RUNS, () => {
    let wins = 0;
    for (let played = 1; played <= 40; played += 1) {
      wins += throws.int(2);
      if (logEValue({ wins, losses: played - wins }) >= Math.log(20)) return true;
    }
    return false;
  }).filter(Boolean).length;
  expect(clopperPearson(winners, RUNS)[0]).toBeLessThanOrEqual(0.05);
  expect(minimumWins(40)).toBeGreaterThan(20);
});
