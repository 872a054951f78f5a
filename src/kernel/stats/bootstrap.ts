/** Bootstrap intervals, and means over clusters of replicates. */
import { dice } from "../dice/index.ts";
import type { Interval } from "./significance.ts";
import { sum } from "./distributions.ts";
import { HarnessError } from "../errors/index.ts";

export type BootstrapOptions = { seed?: string | number; resamples?: number };

/**
 * The 95 % percentile interval of a statistic over resampled units. The units array is reused, so do not keep it. Null:
 * too few resamples have a value.
 */
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
const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))]!;

export type ClusterKey = string | number;

/** In the order in which the clusters appear. */
export function clusterMeans(
  values: readonly number[],
  clusters: readonly ClusterKey[],
): Array<{ cluster: ClusterKey; mean: number; size: number }> {
  return [...grouped(values, clusters)].map(([cluster, members]) => ({
    cluster,
    mean: sum(members) / members.length,
    size: members.length,
  }));
}

/** The standard error of the mean of clustered values, with C/(C − 1) for few clusters. Null: fewer than two. */
export function clusterStandardError(
  values: readonly number[],
  clusters: readonly ClusterKey[],
): number | null {
  const groups = [...grouped(values, clusters).values()];
  if (groups.length < 2) return null;
  const n = values.length;
  const centre = sum(values) / n;
  const between = sum(groups.map((members) => sum(members.map((value) => value - centre)) ** 2)) / n ** 2;
  return Math.sqrt((between * groups.length) / (groups.length - 1));
}

function grouped(values: readonly number[], clusters: readonly ClusterKey[]): Map<ClusterKey, number[]> {
  if (values.length !== clusters.length)
    throw new HarnessError({
      code: "statistics-misuse",
      message: `${values.length} values were passed with ${clusters.length} clusters.`,
      remedy: "Pass one cluster for each value.",
    });
  const groups = new Map<ClusterKey, number[]>();
  for (const [index, value] of values.entries()) {
    const members = groups.get(clusters[index]!);
    if (members) members.push(value);
    else groups.set(clusters[index]!, [value]);
  }
  return groups;
}
