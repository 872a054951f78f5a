/** Checks the statistics on simulated arms with a known truth. */
import { expect, test } from "vitest";
import { dice, type Dice } from "../dice/index.ts";
import {
  clopperPearson,
  comparePaired,
  logEValue,
  minimumDetectable,
  minimumWins,
  signFlip,
  testPower,
  verdict,
} from "./index.ts";
import { normalCumulative } from "./distributions.ts";

const full = process.env["REHEARSE_FULL"] !== undefined;
const RUNS = full ? 100_000 : 4_000;

const normal = (throws: Dice) =>
  Math.sqrt(-2 * Math.log(1 - throws.next())) * Math.cos(2 * Math.PI * throws.next());
const kinds: Record<string, (throws: Dice) => number> = {
  normal,
  skewed: (throws) => Math.exp(1.5 * normal(throws)),
  "ties-heavy": (throws) => (throws.next() < 0.7 ? 10 : throws.int(10)),
  ordinal: (throws) => [1, 2, 3, 3, 4, 4, 4, 5][throws.int(8)]!,
};
const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const decided = (comparison: {
  p: number | null;
  pairs: number;
  ties?: number;
  meanDifference: number | null;
}) => ["better", "worse"].includes(verdict({ ...comparison, higherIsBetter: true }));
const countOf = (runs: number, won: (run: number) => boolean) => times(runs, won).filter(Boolean).length;

/** The false positives of equal arms: no more than promised, and no fewer than a working test has. */
function expectCalibrated(winners: number, runs: number, atLeast: number) {
  expect(clopperPearson(winners, runs)[0]).toBeLessThanOrEqual(0.05);
  expect(winners / runs).toBeGreaterThan(atLeast);
}

test.each(Object.keys(kinds))("equal arms of ten pairs, %s: few false positives", (kind) => {
  const throws = dice("equal", kind);
  const draw = kinds[kind]!;
  const winners = countOf(RUNS, () =>
    decided(comparePaired({ a: times(10, () => draw(throws)), b: times(10, () => draw(throws)) })),
  );
  // With ties fewer pairs count, and few signs have few p values below .05.
  expectCalibrated(winners, RUNS, kind === "ties-heavy" ? 0.005 : kind === "ordinal" ? 0.02 : 0.04);
});

test("equal arms over checkpoints that favour one by chance: few false positives if replicates are not counted as evidence", () => {
  const throws = dice("equal", "clusters");
  const runs = full ? 10_000 : 2_000;
  const samples = times(runs, () => {
    const favour = times(8, () => normal(throws));
    const clusters = times(16, (index) => index % 8);
    return {
      a: clusters.map(() => normal(throws)),
      b: clusters.map((at) => 2 * favour[at]! + normal(throws)),
      clusters,
    };
  });
  expectCalibrated(samples.filter((sample) => decided(comparePaired(sample))).length, runs, 0.03);
  const naive = samples
    .slice(0, 500)
    .filter(({ a, b }) => decided({ ...signFlip(a.map((value, at) => b[at]! - value)) })).length;
  expect(clopperPearson(naive, 500)[0]).toBeGreaterThan(0.05);
});

const CAP = 200;
const fewest = times(CAP + 1, (n) => minimumWins(n) ?? Infinity);

/** Tests after every pair; the pair at which one side had won, or null at the cap. */
function decidedAt(wonBy: () => boolean): number | null {
  let wins = 0;
  for (let n = 1; n <= CAP; n += 1) {
    wins += wonBy() ? 1 : 0;
    if (Math.max(wins, n - wins) >= fewest[n]!) return n;
  }
  return null;
}

/** The same computed exactly: the probability of being undecided after each pair, by number of wins. */
function chanceOfDeciding(p: number): number {
  let open = [1];
  for (let n = 1; n <= CAP; n += 1) {
    const next = times(n + 1, (wins) => (open[wins - 1] ?? 0) * p + (open[wins] ?? 0) * (1 - p));
    open = next.map((chance, wins) => (logEValue({ wins, losses: n - wins }) >= Math.log(20) ? 0 : chance));
  }
  return 1 - open.reduce((sum, chance) => sum + chance, 0);
}

test.each([
  [0.5, 0.0308765338],
  [0.6, 0.4766553214],
  [0.7, 0.9972155358],
])(
  "testing after each of 200 pairs, one side winning %d of them: decided in %d, as computed",
  (p, reckoned) => {
    const throws = dice("looking", p);
    const stopped = countOf(RUNS, () => decidedAt(() => throws.next() < p) !== null);
    const chance = chanceOfDeciding(p);
    expect(chance).toBeCloseTo(reckoned, 9);
    const [low, high] = clopperPearson(stopped, RUNS);
    expect(low).toBeLessThanOrEqual(chance);
    expect(high).toBeGreaterThanOrEqual(chance);
    if (p === 0.5) expect(low).toBeLessThanOrEqual(0.05);
  },
);

test.each([
  // Six pairs decide only if all six point the same way.
  { pairs: 6, effect: 1.5, theory: normalCumulative(1.5) ** 6 + normalCumulative(-1.5) ** 6 },
  ...[12, 20, 50].map((pairs) => ({ pairs, effect: minimumDetectable({ pairs })!, theory: 0.8 })),
  { pairs: 20, effect: 0.4, theory: testPower({ pairs: 20, effect: 0.4 }) },
])(
  "a planted effect of $effect is found by $pairs pairs as often as theory predicts: $theory",
  ({ pairs, effect, theory }) => {
    const throws = dice("planted", pairs, effect);
    const runs = pairs > 16 ? 1_000 : full ? 10_000 : 2_000;
    const found = countOf(
      runs,
      (run) =>
        signFlip(
          times(pairs, () => normal(throws) + effect),
          { seed: run, flips: 999 },
        ).p! <= 0.05,
    );
    const [low, high] = clopperPearson(found, runs);
    expect(low).toBeLessThanOrEqual(theory);
    expect(high).toBeGreaterThanOrEqual(theory);
  },
);
