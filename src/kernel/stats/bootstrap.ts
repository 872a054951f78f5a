import { dice } from "../dice/index.ts";
import type { Interval } from "./proportion.ts";

export type BootstrapOptions = { seed?: string | number; resamples?: number };

/** The percentile interval of 95 % of a statistic over resampled units. Null where too few resamples have one. */
export function bootstrapInterval<Unit>(units: readonly Unit[], statistic: (units: readonly Unit[]) => number | null, { seed = "bootstrap", resamples = 2_000 }: BootstrapOptions = {}): Interval | null {
  if (units.length < 2) return null;
  const throws = dice(seed, "bootstrap");
  const values: number[] = [];
  for (let draw = 0; draw < resamples; draw += 1) {
    const value = statistic(units.map(() => units[throws.int(units.length)]!));
    if (value !== null) values.push(value);
  }
  if (values.length < resamples / 2) return null;
  values.sort((a, b) => a - b);
  return [quantile(values, 0.025), quantile(values, 0.975)];
}

/** The least value with this share at or below it. */
export const quantile = (sorted: ArrayLike<number>, share: number): number => sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))]!;
