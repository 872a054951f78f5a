/**
 * Student's t, shifted or not: Z + shift over an independent estimate s of the spread. Given s it is a normal, so its
 * cumulative is the mean of normal ones over s. On the logarithm of s the weights fade at both ends, where adding up
 * at even steps is as exact as the numbers are; dividing by the sum of the weights saves the gamma function.
 */
import { normalCumulative } from "./normal.ts";
import { root } from "./root.ts";

/** P(T ≤ t). */
export function studentCumulative(t: number, { df, shift = 0 }: { df: number; shift?: number }): number {
  const [low, high] = [-9 / Math.sqrt(2 * df) - 36 / df, 9 / Math.sqrt(2 * df)];
  // The fewer degrees of freedom, the longer the way: the steps stay as small.
  const steps = Math.ceil(160 + 1_200 / df);
  let [weights, sum] = [0, 0];
  for (let step = 0; step <= steps; step += 1) {
    const log = low + ((high - low) * step) / steps;
    const weight = Math.exp(df * (log - Math.expm1(2 * log) / 2));
    weights += weight;
    if (weight > 1e-18) sum += weight * normalCumulative(t * Math.exp(log) - shift);
  }
  return sum / weights;
}

/** Where the share of an unshifted t lies below, for shares of a half and more. */
export function studentQuantile(share: number, df: number): number {
  let high = 2;
  while (studentCumulative(high, { df }) < share && high < 2 ** 40) high *= 2;
  return root((t) => studentCumulative(t, { df }) - share, [0, high]);
}
