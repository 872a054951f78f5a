/** Does B differ from A? Both were tried on the same items: the test uses the difference on each. */
import { HarnessError } from "../errors/index.ts";
import { clusterMeans, type ClusterKey } from "./bootstrap.ts";
import { flipInterval } from "./flip-interval.ts";
import { effectSize, mean } from "./distributions.ts";
import { signFlip, mcnemar, FEWEST_PAIRS } from "./significance.ts";

export type PairedInput = {
  /** Null: missing. Such a pair is left out, and counted. */
  a: ReadonlyArray<number | null>;
  b: ReadonlyArray<number | null>;
  /** Which pairs are replicates of the same item. They are averaged first, so that the item is the unit. */
  clusters?: readonly ClusterKey[];
  seed?: string | number;
};

export type PairedComparison = {
  /** Units tested: clusters if given. */
  pairs: number;
  clusters: number | null;
  /** Complete pairs, before averaging. */
  replicates: number;
  missing: number;
  /** B − A. Null: no complete pair. */
  meanDifference: number | null;
  effectSize: number | null;
  /** Null: fewer than six units differ. */
  p: number | null;
  method: "exact sign-flip" | "sampled sign-flip";
  /**
   * Interval of the mean difference: the values that the test does not reject at .05. From six units, unless all
   * differences are equal.
   */
  interval?: { low: number; high: number; method: "inverted sign-flip" };
  /** Units in which B is higher, lower, equal. */
  higher: number;
  lower: number;
  ties: number;
};

export function comparePaired({ a, b, clusters, seed = "compare" }: PairedInput): PairedComparison {
  if (clusters && clusters.length !== a.length)
    throw unusable(`${a.length} pairs were passed with ${clusters.length} clusters`);
  const complete = completePairs(a, b);
  const units = clusters
    ? averaged(
        complete,
        complete.map(({ index }) => clusters[index]!),
      )
    : complete;
  const differences = units.map((unit) => difference(unit));
  const { p, exact } = signFlip(differences, { seed });
  const interval = flipInterval(differences, { seed });
  return {
    pairs: units.length,
    clusters: clusters ? units.length : null,
    replicates: complete.length,
    missing: a.length - complete.length,
    meanDifference: mean(differences),
    effectSize: effectSize(differences),
    p,
    method: exact || p === null ? "exact sign-flip" : "sampled sign-flip",
    ...(interval && { interval: { low: interval[0], high: interval[1], method: "inverted sign-flip" } }),
    higher: differences.filter((value) => value > 0).length,
    lower: differences.filter((value) => value < 0).length,
    ties: differences.filter((value) => value === 0).length,
  };
}

/** Both sides present. */
function completePairs<Value extends number | boolean>(
  a: ReadonlyArray<Value | null>,
  b: ReadonlyArray<Value | null>,
): Array<{ index: number; a: Value; b: Value }> {
  if (a.length !== b.length) throw unusable(`A has ${a.length} values and B has ${b.length}`);
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

/** Rounding from another order of addition counts as a tie. */
function difference({ a, b }: { a: number; b: number }): number {
  return Math.abs(b - a) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : b - a;
}

const unusable = (what: string) =>
  new HarnessError({
    code: "statistics-misuse",
    message: `Cannot compare these values: ${what}.`,
    remedy: "Pass one finite number, or null if missing, for each pair on both sides.",
  });

export type PassFailComparison = {
  pairs: number;
  missing: number;
  passedA: number;
  passedB: number;
  /** Passed on one side only: the discordant pairs. */
  onlyA: number;
  onlyB: number;
  ties: number;
  /** Difference of the pass rates, B − A. Null: no complete pair. */
  meanDifference: number | null;
  /** Null: fewer than six pairs differ, too few for a verdict. */
  p: number | null;
  method: "exact McNemar";
};

/**
 * Does B pass more often than A on the same items? For replicates of one item, compare their means of 1 and 0 with
 * `comparePaired`.
 */
export function comparePassFail({
  a,
  b,
}: {
  a: ReadonlyArray<boolean | null>;
  b: ReadonlyArray<boolean | null>;
}): PassFailComparison {
  const pairs = completePairs(a, b);
  const passedA = pairs.filter((pair) => pair.a).length;
  const passedB = pairs.filter((pair) => pair.b).length;
  const both = pairs.filter((pair) => pair.a && pair.b).length;
  const [onlyA, onlyB] = [passedA - both, passedB - both];
  return {
    pairs: pairs.length,
    missing: a.length - pairs.length,
    passedA,
    passedB,
    onlyA,
    onlyB,
    ties: pairs.length - onlyA - onlyB,
    meanDifference: pairs.length === 0 ? null : (passedB - passedA) / pairs.length,
    p: onlyA + onlyB < FEWEST_PAIRS ? null : mcnemar(onlyA, onlyB),
    method: "exact McNemar",
  };
}

export type Verdict = "better" | "worse" | "no difference found" | "insufficient evidence";

export type VerdictInput = {
  /** Adjusted if there are several metrics. Null: too few pairs differ for a test. */
  p: number | null;
  /** Units that were compared, also those that do not differ. */
  pairs: number;
  /** Of the new over the old. */
  meanDifference: number | null;
  higherIsBetter: boolean;
  /** How many tests share the correction that p was adjusted by, if all have enough pairs that differ. */
  tests?: number;
  alpha?: number;
};

/**
 * The verdict on the new one. The evidence is insufficient if no outcome of this many pairs
 * could have been significant. Otherwise no difference was found, which never means "the same".
 */
export function verdict({
  p,
  pairs,
  meanDifference,
  higherIsBetter,
  tests = 1,
  alpha = 0.05,
}: VerdictInput): Verdict {
  if (pairs < FEWEST_PAIRS || meanDifference === null) return "insufficient evidence";
  if (p !== null && p <= alpha && meanDifference !== 0)
    return meanDifference > 0 === higherIsBetter ? "better" : "worse";
  return pairs < fewestPairs({ alpha, tests }) ? "insufficient evidence" : "no difference found";
}

/** Of a two-sided sign test in which this many pairs all point one way. */
export const leastP = (differ: number): number => 2 ** (1 - differ);

/** The fewest pairs that are significant if they all point one way: two-sided, beside so many tests with Holm's correction. */
export function fewestPairs({ alpha = 0.05, tests = 1 }: { alpha?: number; tests?: number } = {}): number {
  let pairs = FEWEST_PAIRS;
  while (leastP(pairs) * tests > alpha) pairs += 1;
  return pairs;
}
