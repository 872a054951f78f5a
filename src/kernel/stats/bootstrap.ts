import { dice } from "../dice/index.ts";
import type { Interval } from "./proportion.ts";

export type BootstrapOptions = { seed?: string | number; resamples?: number };

/** The percentile interval of 95 % of a statistic over resampled units, which are its own only while it looks at them. Null where too few resamples have one. */
export function bootstrapInterval<Unit>(
  units: readonly Unit[],
  statistic: (units: readonly Unit[]) => number | null,
  { seed = "bootstrap", resamples = 2_000 }: BootstrapOptions = {},
): Interval | null {
  if (units.length < 2) return null;
  const throws = dice(seed, "bootstrap");
  const values: number[] = [];
  const drawn = [...units];
  for (let draw = 0; draw < resamples; draw += 1) {
    for (let at = 0; at < drawn.length; at += 1) drawn[at] = units[throws.int(units.length)]!;
    const value = statistic(drawn);
    if (value !== null) values.push(value);
  }
  if (values.length < resamples / 2) return null;
  values.sort((a, b) => a - b);
  return [quantile(values, 0.025), quantile(values, 0.975)];
}

/** The least value with this share at or below it. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))]!;
