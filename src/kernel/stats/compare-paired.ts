/** Is B other than A? Both were tried on the same things: what is compared is the difference on each. */
import { HarnessError } from "../errors/index.ts";
import { bcaInterval } from "./bca.ts";
import { clusterMeans, type ClusterKey } from "./cluster.ts";
import { effectSize, mean } from "./moments.ts";
import { signFlip } from "./sign-flip.ts";

export type PairedInput = {
  /** Null: missing. Such a pair is left out, and counted. */
  a: ReadonlyArray<number | null>;
  b: ReadonlyArray<number | null>;
  /** Which pairs are replicates of the same thing. They are averaged first, so that the thing is the unit. */
  clusters?: readonly ClusterKey[];
  seed?: string | number;
};

export type PairedComparison = {
  /** Units tested: clusters where these were named. */
  pairs: number;
  clusters: number | null;
  /** Complete pairs, before averaging. */
  replicates: number;
  missing: number;
  /** B − A. Null where no pair is complete. */
  meanDifference: number | null;
  effectSize: number | null;
  /** Null where fewer than six units differ. */
  p: number | null;
  method: "exact sign-flip" | "sampled sign-flip";
  /** Of the mean difference, 95 %; from 20 units on. */
  interval?: { low: number; high: number; method: "BCa" };
  /** Units in which B is higher, lower, equal. */
  higher: number;
  lower: number;
  ties: number;
};

/** Below, a BCa interval covers too little. */
export const INTERVAL_FROM = 20;

export function comparePaired({ a, b, clusters, seed = "compare" }: PairedInput): PairedComparison {
  if (clusters && clusters.length !== a.length)
    throw unusable(`${a.length} pairs came with ${clusters.length} clusters`);
  const complete = completePairs(a, b);
  const units = clusters
    ? averaged(
        complete,
        complete.map(({ index }) => clusters[index]!),
      )
    : complete;
  const differences = units.map((unit) => difference(unit));
  const { p, exact } = signFlip(differences, { seed });
  const interval = differences.length < INTERVAL_FROM ? null : bcaInterval(differences, { seed });
  return {
    pairs: units.length,
    clusters: clusters ? units.length : null,
    replicates: complete.length,
    missing: a.length - complete.length,
    meanDifference: mean(differences),
    effectSize: effectSize(differences),
    p,
    method: exact || p === null ? "exact sign-flip" : "sampled sign-flip",
    ...(interval && { interval: { low: interval[0], high: interval[1], method: "BCa" } }),
    higher: differences.filter((value) => value > 0).length,
    lower: differences.filter((value) => value < 0).length,
    ties: differences.filter((value) => value === 0).length,
  };
}

/** Both sides there. */
export function completePairs<Value extends number | boolean>(
  a: ReadonlyArray<Value | null>,
  b: ReadonlyArray<Value | null>,
): Array<{ index: number; a: Value; b: Value }> {
  if (a.length !== b.length) throw unusable(`${a.length} values of A stand beside ${b.length} of B`);
  const wrong = [...a, ...b].find((value) => value !== null && !Number.isFinite(Number(value)));
  if (wrong !== undefined) throw unusable(`a value is ${wrong}`);
  return a.flatMap((value, index) =>
    value === null || b[index] === null ? [] : [{ index, a: value, b: b[index]! }],
  );
}

function averaged(
  pairs: ReadonlyArray<{ a: number; b: number }>,
  keys: readonly ClusterKey[],
): Array<{ a: number; b: number }> {
  const other = clusterMeans(
    pairs.map((pair) => pair.b),
    keys,
  );
  return clusterMeans(
    pairs.map((pair) => pair.a),
    keys,
  ).map((cluster, at) => ({ a: cluster.mean, b: other[at]!.mean }));
}

/** What adding up in another order leaves behind is a tie. */
function difference({ a, b }: { a: number; b: number }): number {
  return Math.abs(b - a) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : b - a;
}

const unusable = (what: string) =>
  new HarnessError({
    code: "statistics-misuse",
    message: `These cannot be compared: ${what}.`,
    remedy: "Pass one finite number, or null where it is missing, for each pair on both sides.",
  });
