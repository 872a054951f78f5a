/** Does B differ from A on the same items? The sign-flip test, its interval, and what it would usually have found. */
import { dice } from "../dice/index.ts";
import { sum, type Interval } from "./significance.ts";

export type PairedDifference = {
  /** Items with a value on both sides. */
  pairs: number;
  /** Items in which B is higher, lower, equal. */
  higher: number;
  lower: number;
  equal: number;
  /** B − A. Null: no pair. */
  mean: number | null;
  /** 95 %. Null: fewer than six pairs, or all differ by the same amount. */
  interval: { low: number; high: number } | null;
  /** Two-sided. Null: fewer than six pairs differ. */
  p: number | null;
  /** A true difference of this size would usually be found. Null: fewer than two pairs. */
  detectable: number | null;
};

/** "Usually" is a power of 80 %: this many standard errors. */
const USUALLY = 2.8;
/** With five pairs the least two-sided p is 2/32: above .05. */
const FEWEST_PAIRS = 6;
const ALPHA = 0.05;
/** Rounding from another order of addition is not a difference. */
const NOTHING = 1e-9;

type Flips = { seed: string | number; flips: number };

/** One difference for each item, B − A: replicates of one item are averaged before. */
export function pairedDifference(
  differences: readonly number[],
  { seed = "paired", flips = 20_000 }: Partial<Flips> = {},
): PairedDifference {
  const values = differences.map((value) => (Math.abs(value) < NOTHING ? 0 : value));
  const [higher, lower] = [values.filter((value) => value > 0), values.filter((value) => value < 0)];
  const pairs = values.length;
  // Pairs without a difference have no sign to flip, and widen the interval all the same.
  const telling = values.filter((value) => value !== 0);
  const ends = pairs < FEWEST_PAIRS || areEqual(values) ? null : flipSigns(values, { seed, flips }).interval;
  const mean = sum(values) / pairs;
  const error = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (pairs - 1) / pairs);
  return {
    pairs,
    higher: higher.length,
    lower: lower.length,
    equal: pairs - telling.length,
    mean: pairs === 0 ? null : mean,
    interval: ends && { low: ends[0], high: ends[1] },
    p: telling.length < FEWEST_PAIRS ? null : flipSigns(telling, { seed, flips }).p,
    detectable: pairs < 2 ? null : USUALLY * error,
  };
}

/** The chance of a difference this far below 0 if nothing changed. Null: not tested. */
export const worseP = ({ p, mean }: Pick<PairedDifference, "p" | "mean">): number | null =>
  p === null || mean === null ? null : mean < 0 ? p / 2 : 1 - p / 2;

/**
 * If only chance decided, each difference would be equally likely to have the other sign: p is the share of flips that
 * reach the observed sum. The interval holds every δ that the test does not reject for the differences minus δ.
 *
 * Flipping the signs of a subset reaches the observed sum exactly where δ lies between the mean of the subset and the
 * mean of the rest. Every such span holds the overall mean, so p falls on both sides of it, and the ends are order
 * statistics of these means.
 */
function flipSigns(values: readonly number[], options: Flips): { p: number; interval: Interval } {
  const rounding = NOTHING * sum(values.map(Math.abs));
  // Sums that are equal up to the order of addition count too; that can only make p larger.
  const least = Math.abs(sum(values)) - rounding;
  const [lower, upper]: [number[], number[]] = [[], []];
  let reached = 0;
  for (const isFlipped of subsetsOf(values.length, options)) {
    let [flipped, kept, size] = [0, 0, 0];
    for (let at = 0; at < values.length; at += 1)
      if (isFlipped[at]) {
        flipped += values[at]!;
        size += 1;
      } else kept += values[at]!;
    if (Math.abs(kept - flipped) >= least) reached += 1;
    // Otherwise an interval could leave out a 0 that p does not reject.
    if (Math.abs(flipped) <= rounding / 2) flipped = 0;
    if (Math.abs(kept) <= rounding / 2) kept = 0;
    // With everything on one side, every δ is reached.
    const isAll = size === 0 || size === values.length;
    const [one, other] = isAll ? [-Infinity, Infinity] : [flipped / size, kept / (values.length - size)];
    lower.push(Math.min(one, other));
    upper.push(Math.max(one, other));
  }
  const beyond = Math.floor(ALPHA * lower.length + NOTHING);
  const ends = [lower, upper].map((all) => Float64Array.from(all).sort());
  return { p: reached / lower.length, interval: [ends[0]![beyond]!, ends[1]!.at(-1 - beyond)!] };
}

/** Up to rounding: an interval of width 0 would claim that the difference is known exactly. */
const areEqual = (values: readonly number[]): boolean =>
  values.every((value) => Math.abs(value - values[0]!) <= NOTHING * Math.max(1, Math.abs(values[0]!)));

const EXACT_UP_TO = 16;

/** Whether each value is in the subset: all subsets of few values, else some at random. The array is reused. */
function* subsetsOf(size: number, { seed, flips }: Flips): Generator<Uint8Array> {
  const inside = new Uint8Array(size);
  if (size <= EXACT_UP_TO) {
    // A subset and its complement give the same sizes: the last value stays out.
    for (let bits = 0; bits < 2 ** (size - 1); bits += 1) {
      for (let at = 0; at < size; at += 1) inside[at] = (bits >> at) & 1;
      yield inside;
    }
    return;
  }
  // The observed signs count as one of the flips, so that p is never 0.
  yield inside;
  const throws = dice(seed, "sign-flip");
  for (let flip = 0; flip < flips; flip += 1) {
    let bits = 0;
    for (let at = 0; at < size; at += 1) {
      if (at % 24 === 0) bits = throws.int(2 ** 24);
      inside[at] = (bits >> (at % 24)) & 1;
    }
    yield inside;
  }
}
