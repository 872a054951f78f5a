/** Replicates of one thing are alike: what they have in common is one piece of evidence, not several. */
import { HarnessError } from "../errors/index.ts";
import { sum } from "./moments.ts";

export type ClusterKey = string | number;
/** How the few clusters there are is made up for: by C/(C − 1), by Miller's way (each value's own variance over n − 1), or not. */
export type ClusterVariant = "C/(C-1)" | "miller" | "plain";

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

/** The standard error of the mean of values that come in clusters. Null where there are fewer than two of these. */
export function clusterStandardError(
  values: readonly number[],
  clusters: readonly ClusterKey[],
  variant: ClusterVariant = "C/(C-1)",
): number | null {
  const groups = [...grouped(values, clusters).values()];
  if (groups.length < 2) return null;
  const n = values.length;
  const centre = sum(values) / n;
  const between = sum(groups.map((members) => sum(members.map((value) => value - centre)) ** 2)) / n ** 2;
  if (variant === "plain") return Math.sqrt(between);
  if (variant === "C/(C-1)") return Math.sqrt((between * groups.length) / (groups.length - 1));
  const own = sum(values.map((value) => (value - centre) ** 2)) / n;
  return Math.sqrt(between - own / n + own / (n - 1));
}

function grouped(values: readonly number[], clusters: readonly ClusterKey[]): Map<ClusterKey, number[]> {
  if (values.length !== clusters.length)
    throw new HarnessError({
      code: "statistics-misuse",
      message: `${values.length} values came with ${clusters.length} clusters.`,
      remedy: "Name one cluster for each value.",
    });
  const groups = new Map<ClusterKey, number[]>();
  for (const [index, value] of values.entries()) {
    const members = groups.get(clusters[index]!);
    if (members) members.push(value);
    else groups.set(clusters[index]!, [value]);
  }
  return groups;
}
