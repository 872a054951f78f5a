/** Does B differ from A on the same items? The sign-flip test, its interval, and what it would usually have found. */
import { mean, standardDeviation } from "./distributions.ts";
import { signFlip, EXACT_UP_TO, FEWEST_PAIRS, type Interval } from "./significance.ts";
import { dice } from "../dice/index.ts";

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

/** One difference for each item, B − A: replicates of one item are averaged before. */
export function pairedDifference(
  differences: readonly number[],
  { seed = "paired" }: { seed?: string | number } = {},
): PairedDifference {
  const values = differences.map((value) => (Math.abs(value) < NOTHING ? 0 : value));
  const interval = flipInterval(values, { seed });
  const spread = standardDeviation(values);
  return {
    pairs: values.length,
    higher: values.filter((value) => value > 0).length,
    lower: values.filter((value) => value < 0).length,
    equal: values.filter((value) => value === 0).length,
    mean: mean(values),
    interval: interval && { low: interval[0], high: interval[1] },
    p: signFlip(values, { seed }).p,
    detectable: spread === null ? null : (USUALLY * spread) / Math.sqrt(values.length),
  };
}

/** Rounding from another order of addition is not a difference. */
const NOTHING = 1e-9;

/** The chance of a difference this far below 0 if nothing changed. Null: not tested. */
export const worseP = ({ p, mean: centre }: Pick<PairedDifference, "p" | "mean">): number | null =>
  p === null || centre === null ? null : centre < 0 ? p / 2 : 1 - p / 2;

/**
 * The interval of a mean difference that the sign-flip test does not reject: { δ : p(d − δ) > α }.
 *
 * Flipping the signs of a subset reaches the observed sum exactly where δ lies between the mean of the subset and the
 * mean of the rest. Every such span holds the overall mean, so p falls on both sides of it, and the ends are order
 * statistics of the subset means. They come from the subsets that `signFlip` tries, so an interval never contradicts
 * its p.
 *
 * Null: fewer than six differences, so that no δ would be rejected, or all differences are equal.
 */
export function flipInterval(
  differences: readonly number[],
  {
    seed = "sign-flip",
    flips = 20_000,
    alpha = 0.05,
  }: { seed?: string | number; flips?: number; alpha?: number } = {},
): Interval | null {
  if (differences.length < FEWEST_PAIRS || areEqual(differences)) return null;
  // `signFlip` leaves out pairs without a difference. With these at the end its subsets can be reproduced.
  const telling = differences.filter((value) => value !== 0);
  const values = [...telling, ...differences.filter((value) => value === 0)];
  // As in `signFlip`, a sum is 0 if only rounding keeps it from 0. Otherwise an interval could leave out a 0 that p does not reject.
  const nothing = 0.5e-9 * values.reduce((sum, value) => sum + Math.abs(value), 0);
  const spans = { lower: [] as number[], upper: [] as number[], nothing };
  for (const subset of subsetsOf(values.length, telling.length, { seed, flips }))
    keepSpan(values, subset, spans);
  const lower = Float64Array.from(spans.lower).sort();
  const upper = Float64Array.from(spans.upper).sort();
  const beyond = Math.floor(alpha * lower.length + 1e-9);
  return [lower[beyond]!, upper.at(-1 - beyond)!];
}

/** Up to rounding: an interval of width 0 would claim that the difference is known exactly. */
const areEqual = (values: readonly number[]): boolean =>
  values.every((value) => Math.abs(value - values[0]!) <= 1e-9 * Math.max(1, Math.abs(values[0]!)));

/** Whether each value is in the subset. The array is reused. */
function* subsetsOf(
  size: number,
  telling: number,
  { seed, flips }: { seed: string | number; flips: number },
): Generator<Uint8Array> {
  const inside = new Uint8Array(size);
  const ties = dice(seed, "sign-flip", "ties");
  const enumerated = size <= EXACT_UP_TO ? size : telling;
  if (enumerated <= EXACT_UP_TO && enumerated >= FEWEST_PAIRS) {
    // A subset and its complement give the same span: the last value stays out.
    const count = 2 ** (enumerated - 1);
    const rounds = size === enumerated ? 1 : Math.ceil(flips / count);
    for (let round = 0; round < rounds; round += 1)
      for (let bits = 0; bits < count; bits += 1) {
        for (let at = 0; at < enumerated; at += 1) inside[at] = (bits >> at) & 1;
        // Ties alone do not move the sum: like `signFlip`, this counts as nothing flipped.
        for (let at = enumerated; at < size; at += 1) inside[at] = bits === 0 ? 0 : ties.int(2);
        yield inside;
      }
    return;
  }
  // The identity is one of the subsets, so that p is never 0.
  yield inside;
  const throws = dice(seed, "sign-flip");
  for (let flip = 0; flip < flips; flip += 1) {
    let bits = 0;
    for (let at = 0; at < size; at += 1) {
      const place = (at < telling ? at : at - telling) % 24;
      if (place === 0) bits = (at < telling ? throws : ties).int(2 ** 24);
      inside[at] = (bits >> place) & 1;
    }
    yield inside;
  }
}

/** If everything is on one side, every δ is reached. */
function keepSpan(
  values: readonly number[],
  inside: Uint8Array,
  { lower, upper, nothing }: { lower: number[]; upper: number[]; nothing: number },
): void {
  let [sum, rest, size] = [0, 0, 0];
  for (let at = 0; at < values.length; at += 1)
    if (inside[at]) {
      sum += values[at]!;
      size += 1;
    } else rest += values[at]!;
  if (Math.abs(sum) <= nothing) sum = 0;
  if (Math.abs(rest) <= nothing) rest = 0;
  const whole = size === 0 || size === values.length;
  const [one, other] = whole ? [-Infinity, Infinity] : [sum / size, rest / (values.length - size)];
  lower.push(Math.min(one, other));
  upper.push(Math.max(one, other));
}
