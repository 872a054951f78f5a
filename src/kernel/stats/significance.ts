import { dice } from "../dice/index.ts";
import { sum, root, logFactorial } from "./distributions.ts";

type SignFlip = {
  pairs: number;
  meanDifference: number;
  /** Two-sided. Null: fewer than six pairs differ, too few for a verdict. */
  p: number | null;
  /** True: all flips were enumerated. False: `flips` of them were sampled. */
  exact: boolean;
  flips: number;
};

export const EXACT_UP_TO = 16;
/** With five pairs the least two-sided p is 2/32: above .05. */
export const FEWEST_PAIRS = 6;

/**
 * Could the differences of these pairs be chance? If so, each is equally likely to have the other sign. Pairs without a
 * difference carry no sign and change no sum.
 */
export function signFlip(
  differences: readonly number[],
  { seed = "sign-flip", flips = 20_000 }: { seed?: string | number; flips?: number } = {},
): SignFlip {
  const pairs = differences.length;
  const meanDifference = pairs === 0 ? 0 : sum(differences) / pairs;
  const telling = differences.filter((value) => value !== 0);
  if (telling.length < FEWEST_PAIRS) return { pairs, meanDifference, p: null, exact: false, flips: 0 };
  // Sums that are equal up to the order of addition count too; that can only make p larger.
  const least = Math.abs(sum(telling)) - 1e-9 * sum(telling.map(Math.abs));
  if (telling.length > EXACT_UP_TO)
    return { pairs, meanDifference, p: drawnShare(telling, { least, seed, flips }), exact: false, flips };
  // Flipping all signs gives the same size: half of the flips are enough, with the last sign fixed.
  const sums = signedSums(telling.slice(0, -1), telling.at(-1));
  let reached = 0;
  for (let place = 0; place < sums.length; place += 1) if (Math.abs(sums[place]!) >= least) reached += 1;
  return { pairs, meanDifference, p: reached / sums.length, exact: true, flips: 2 * sums.length };
}

/** For every choice of signs. Each value doubles the list: once as it is, once flipped. */
function signedSums(values: readonly number[], start = 0): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  sums[0] = start + sum(values);
  let filled = 1;
  for (const value of values) {
    for (let place = 0; place < filled; place += 1) sums[filled + place] = sums[place]! - 2 * value;
    filled *= 2;
  }
  return sums;
}

/**
 * Eight signs are one table lookup, three lookups one draw. The observed signs count as one of the flips, so that p is
 * never 0.
 */
function drawnShare(
  values: readonly number[],
  { least, seed, flips }: { least: number; seed: string | number; flips: number },
): number {
  const throws = dice(seed, "sign-flip");
  const tables = Array.from({ length: Math.ceil(values.length / 8) }, (_, at) =>
    signedSums(padded(values.slice(8 * at, 8 * at + 8))),
  );
  let reached = 1;
  for (let flip = 0; flip < flips; flip += 1) {
    let [total, bits] = [0, 0];
    for (let at = 0; at < tables.length; at += 1) {
      bits = at % 3 === 0 ? throws.int(2 ** 24) : bits >> 8;
      total += tables[at]![bits & 255]!;
    }
    if (Math.abs(total) >= least) reached += 1;
  }
  return reached / (flips + 1);
}

const padded = (values: readonly number[]): number[] => [
  ...values,
  ...Array.from({ length: 8 - values.length }, () => 0),
];

/**
 * Holm's adjustment of several p values: it bounds the chance of any false positive over all tests. Untested (null)
 * values do not count.
 */
export function holm(ps: ReadonlyArray<number | null>): Array<number | null> {
  const tested = [...ps.entries()]
    .flatMap(([index, p]) => (p === null ? [] : [{ index, p }]))
    .sort((one, other) => one.p - other.p);
  const adjusted: Array<number | null> = ps.map(() => null);
  let least = 0;
  for (const [rank, { index, p }] of tested.entries()) {
    least = Math.min(1, Math.max(least, p * (tested.length - rank)));
    adjusted[index] = least;
  }
  return adjusted;
}

/** Intervals of 95 % for a share that was counted. */
export type Interval = readonly [low: number, high: number];

const Z = 1.959963984540054;

/** Wilson's: never outside 0 and 1, and sound for few trials. */
export function wilson(hits: number, trials: number): Interval {
  if (trials === 0) return [0, 1];
  const share = hits / trials;
  const spread = Z ** 2 / trials;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials));
  return [hits === 0 ? 0 : Math.max(0, centre - half), hits === trials ? 1 : Math.min(1, centre + half)];
}

/** Clopper and Pearson's, which never covers too little. `tail` is the probability beyond each end. */
export function clopperPearson(hits: number, trials: number, tail = 0.025): Interval {
  const low = hits === 0 ? 0 : root((p) => 1 - binomialCumulative(hits - 1, trials, p) - tail);
  const high = hits === trials ? 1 : root((p) => tail - binomialCumulative(hits, trials, p));
  return [low, high];
}

/** P(X ≤ hits) of a binomial, by summed logarithms: exact enough for thousands of trials. */
function binomialCumulative(hits: number, trials: number, p: number): number {
  if (p <= 0) return 1;
  if (p >= 1) return hits >= trials ? 1 : 0;
  const [hit, miss] = [Math.log(p), Math.log1p(-p)];
  let term = trials * miss;
  let sum = Math.exp(term);
  for (let count = 1; count <= hits; count += 1) {
    term += Math.log((trials - count + 1) / count) + hit - miss;
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}

/**
 * Evidence that may be checked after every pair: E = 2ⁿ·w!·l!/(n+1)!, the payoff of a bettor against a fair coin with
 * no favoured side. Stopping at E ≥ 1/α is wrong about two equal arms in at most α of all cases, however often one
 * checks.
 */
export const logEValue = ({ wins, losses }: WinRecord): number =>
  (wins + losses) * Math.LN2 + (logFactorial(wins) + logFactorial(losses)) - logFactorial(wins + losses + 1);

/** At most the largest finite number, so that JSON can hold it. */
export const eValue = (record: WinRecord): number => Math.min(Number.MAX_VALUE, Math.exp(logEValue(record)));

type WinRecord = { wins: number; losses: number };
