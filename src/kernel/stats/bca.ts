/**
 * Efron's BCa interval of a mean: a bootstrap's percentiles, moved for a lopsided sample. Values that are scored on a
 * short scale make equal means common, so those count half on either side (midrank).
 */
import { dice } from "../dice/index.ts";
import { quantile } from "./bootstrap.ts";
import { sum } from "./moments.ts";
import { normalCumulative, normalQuantile } from "./normal.ts";
import type { Interval } from "./proportion.ts";

const TAIL = 0.025;

/** Of 95 %. Null below three values: nothing can be said about their spread. */
export function bcaInterval(
  values: readonly number[],
  { seed = "bca", resamples = 5_000 }: { seed?: string | number; resamples?: number } = {},
): Interval | null {
  if (values.length < 3) return null;
  if (values.every((value) => value === values[0])) return [values[0]!, values[0]!];
  const throws = dice(seed, "bca");
  const sample = Float64Array.from(values);
  const means = new Float64Array(resamples);
  for (let draw = 0; draw < resamples; draw += 1) {
    let total = 0;
    for (let pick = 0; pick < sample.length; pick += 1) total += sample[throws.int(sample.length)]!;
    means[draw] = total / sample.length;
  }
  return bcaOf(values, means).interval;
}

export type Bca = {
  interval: Interval;
  bias: number;
  acceleration: number;
  shares: readonly [number, number];
};

/** From the means of resamples, which are sorted in place. */
export function bcaOf(values: readonly number[], means: Float64Array): Bca {
  means.sort();
  const theta = sum(values) / values.length;
  const bias = normalQuantile(shareBelow(means, theta));
  const acceleration = skewOf(values.map((value) => value - theta));
  const shares = [TAIL, 1 - TAIL].map((tail) => {
    const z = bias + normalQuantile(tail);
    return normalCumulative(bias + z / (1 - acceleration * z));
  }) as [number, number];
  return { interval: [quantile(means, shares[0]), quantile(means, shares[1])], bias, acceleration, shares };
}

/** Those equal to it count half. Never 0 nor 1, which have no quantile. */
function shareBelow(means: Float64Array, theta: number): number {
  // Means that are equal but for the order of adding.
  const equal = 1e-9 * (means.at(-1)! - means[0]!);
  let halves = 0;
  for (const value of means) halves += value < theta - equal ? 2 : value <= theta + equal ? 1 : 0;
  return Math.min(2 * means.length - 1, Math.max(1, halves)) / (2 * means.length);
}

/** The jackknife's, of a mean: leaving one out moves it against that one's deviation. It stays within ±1/6. */
function skewOf(deviations: readonly number[]): number {
  const squares = sum(deviations.map((value) => value ** 2));
  return squares === 0 ? 0 : sum(deviations.map((value) => value ** 3)) / (6 * squares ** 1.5);
}
