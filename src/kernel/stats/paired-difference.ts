/** Does B differ from A on the same items? The sign-flip test, its interval, and what it would usually have found. */
import { mean, standardDeviation } from "./distributions.ts";
import { flipInterval } from "./flip-interval.ts";
import { signFlip } from "./significance.ts";

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

/** The pairs with which a difference of this size would usually be found, by the spread of these. Null: unknown. */
export function pairsFor(difference: number, { detectable, pairs }: PairedDifference): number | null {
  if (detectable === null || difference === 0) return null;
  return Math.max(6, Math.ceil(pairs * (detectable / difference) ** 2));
}

/** The chance of a difference this far below 0 if nothing changed. Null: not tested. */
export const worseP = ({ p, mean: centre }: Pick<PairedDifference, "p" | "mean">): number | null =>
  p === null || centre === null ? null : centre < 0 ? p / 2 : 1 - p / 2;
