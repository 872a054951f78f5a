import { expect, test } from "vitest";
import { dice, type Dice } from "../dice/index.ts";
import { clopperPearson, logEValue, signFlip } from "./significance.ts";
import { pairedDifference, worseP, flipInterval } from "./paired-difference.ts";

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
});

const INTERVALS = process.env["REHEARSE_FULL"] === "1" ? 4_000 : 300;

/** Normal differences around `centre`; with outliers, one in ten is ten times as far away. */
function drawn(
  thrown: ReturnType<typeof dice>,
  { n, centre, outliers }: { n: number; centre: number; outliers: boolean },
): number[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - thrown.next())) * Math.cos(2 * Math.PI * thrown.next());
  return Array.from({ length: n }, () => centre + (outliers && thrown.chance(0.1) ? 10 : 1) * normal());
}

test.each([
  [12, false],
  [12, true],
  [20, false],
  [20, true],
])(
  "with %i pairs it covers the true difference in 95 of 100, outliers: %s",
  { timeout: 120_000 },
  (n, outliers) => {
    const thrown = dice("flip-interval", n, String(outliers));
    let held = 0;
    for (let run = 0; run < INTERVALS; run += 1) {
      const [low, high] = flipInterval(drawn(thrown, { n, centre: 1, outliers }), {
        seed: run,
        flips: 2_000,
      })!;
      if (low <= 1 && high >= 1) held += 1;
    }
    // Three standard errors below 95 %.
    expect(held / INTERVALS).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / INTERVALS));
  },
);

test.each([6, 9, 16, 17, 24])("with %i pairs it contains 0 exactly if p is above .05, ties included", (n) => {
  const thrown = dice("agree", n);
  for (let run = 0; run < 60; run += 1) {
    const values = drawn(thrown, { n, centre: 0.7, outliers: run % 2 === 0 }).map((value) =>
      thrown.chance(0.2) ? 0 : value,
    );
    const { p } = signFlip(values, { seed: run });
    const [low, high] = flipInterval(values, { seed: run })!;
    if (p !== null) expect(low > 0 || high < 0).toBe(p <= 0.05);
  }
});

test("the ends are where the test of a shifted sample starts to reject", () => {
  const values = [1.2, 0.4, 2.2, -0.3, 1.9, 0.8, 1.1, 0.05];
  const [low, high] = flipInterval(values)!;
  const p = (shift: number) => signFlip(values.map((value) => value - shift)).p!;
  for (const [end, outward] of [
    [low, -1],
    [high, 1],
  ] as const) {
    expect(p(end - outward * 1e-6)).toBeGreaterThan(0.05);
    expect(p(end + outward * 1e-6)).toBeLessThanOrEqual(0.05);
  }
});

test("fewer than six pairs have no interval", () => {
  expect(flipInterval([1, 2, 3, 4, 5])).toBeNull();
  expect(flipInterval([1, 2, 3, 4, 5, 6])).not.toBeNull();
});

test.each([[Array.from({ length: 8 }, () => 0.1)], [[0.3 - 0.2, 0.4 - 0.3, 0.5 - 0.4, 0.1, 0.1, 0.1]]])(
  "differences that are all equal have no interval: %j",
  (differences) => {
    expect(flipInterval(differences)).toBeNull();
  },
);

test("scores in tenths: rounding does not let the interval contradict p", () => {
  // Of 6,000 samples 16 had such an end: 4e-16 here, beside a p of .063.
  const values = [7.2 - 7.6, 4.1 - 1.5, 3.5 - 3, 7.1 - 6.9, 4.1 - 1.5, 3.7 - 2, 3.7 - 3.3];
  expect(signFlip(values).p).toBe(0.0625);
  expect(flipInterval(values)![0]).toBe(0);
});
