import { comparePaired, comparePassFail, FEWEST_PAIRS } from "../../kernel/stats/index.ts";
import { meanOfKnown } from "../metrics/index.ts";
import { pairsOnCommonParts } from "./common-parts.ts";
import {
  judgeTogether,
  type ArmComparison,
  type Circumstances,
  type Completion,
  type MetricComparison,
} from "./arm-comparison.ts";
import { metricNames, type MetricName } from "./compared-metrics.ts";

/** A play that ended early for an unknown reason. */
export const BROKEN_OFF = "broken off";

/**
 * One play of one arm. Plays of one pair have the same group and dice; those of one cluster are replicates, and count
 * once.
 */
export type Play = {
  pair: string;
  cluster: string;
  outcome: string;
  metrics: Partial<Record<string, number | null>>;
};

type Thing = {
  one: "group" | "checkpoint";
  many: string;
  /**
   * If there are too few clusters to generalise, each replicate counts and the result covers only these; replicates
   * with the same dice never do.
   */
  replicatesMayCount: boolean;
};
export const checkpoints: Thing = { one: "checkpoint", many: "checkpoints", replicatesMayCount: true };
export const groups: Thing = { one: "group", many: "groups", replicatesMayCount: false };

type Arm = { name: string; plays: readonly Play[] };

/** A compared with B, pair by pair: the primary metric is tested alone, the rest with Holm's correction. */
export function compareArms({
  a: armA,
  b: armB,
  primary,
  thing = checkpoints,
  circumstances = {},
}: {
  a: Arm;
  b: Arm;
  primary: MetricName;
  thing?: Thing;
  circumstances?: Circumstances;
}): ArmComparison {
  const common = pairsOnCommonParts(armA.plays, armB.plays);
  const [a, b] = [
    { ...armA, plays: common.a },
    { ...armB, plays: common.b },
  ];
  const [sidesA, sidesB] = [sidesOf(a.plays), sidesOf(b.plays)];
  const pairs = [...sidesB].flatMap(([pair, side]) =>
    sidesA.has(pair) ? [{ a: sidesA.get(pair)!, b: side }] : [],
  );
  const alone = (plays: readonly Play[], others: ReadonlyMap<string, Side>) =>
    plays.filter(({ pair }) => !others.has(pair)).length;
  const crashed = (arm: "a" | "b") => pairs.reduce((sum, pair) => sum + pair[arm].crashed, 0);
  const count = new Set(pairs.map((pair) => pair.a.cluster)).size;
  const clusters =
    count >= FEWEST_PAIRS || !thing.replicatesMayCount ? pairs.map((pair) => pair.a.cluster) : undefined;
  // A pair without the primary metric carries no information.
  const having = pairs.filter((pair) => pair.a.value(primary) !== null && pair.b.value(primary) !== null);
  const compared = (metric: MetricName): MetricComparison => {
    const [of, with_] = [
      pairs.map((pair) => pair.a.value(metric)),
      pairs.map((pair) => pair.b.value(metric)),
    ];
    const both = (value: number | null, index: number) =>
      value !== null && of[index] !== null && with_[index] !== null;
    return {
      ...comparePaired({ a: of, b: with_, clusters, seed: `compare/${metric}` }),
      metric,
      meanA: meanOfKnown(of.filter(both)),
      meanB: meanOfKnown(with_.filter(both)),
      adjusted: null,
      verdict: null,
    };
  };
  const [judged] = judgeTogether([
    {
      ...circumstances,
      a: a.name,
      b: b.name,
      paired: pairs.length,
      alone: { a: alone(a.plays, sidesB), b: alone(b.plays, sidesA) },
      clusters: count,
      pairedBy: thing.one,
      speaksFor: speaksFor(new Set(having.map((pair) => pair.a.cluster)).size, thing),
      crashed: { a: crashed("a"), b: crashed("b") },
      primary: compared(primary),
      others: metricNames
        .filter((metric) => metric !== primary)
        .map(compared)
        .filter(({ replicates }) => replicates > 0),
      completed: completion(pairs, clusters),
      families: { primary: 0, others: 0 },
      testable: { primary: 0, others: 0 },
      ...(common.note !== undefined && { parts: common.note }),
    },
  ]);
  return judged!;
}

const speaksFor = (count: number, { one, many }: Thing): string =>
  count >= FEWEST_PAIRS
    ? `over ${count} ${many}`
    : count < 2
      ? `for ${count === 1 ? "this" : "no"} ${one}`
      : `for these ${count} ${many}`;

/** One arm's part of one pair. Several plays count once: a copy is not further evidence. */
type Side = {
  cluster: string;
  value: (metric: string) => number | null;
  /** Share of its plays. Null: none has a value. */
  ended: number | null;
  crashed: number;
};

function sidesOf(plays: readonly Play[]): Map<string, Side> {
  const sides = [...Map.groupBy(plays, ({ pair }) => pair)].map(([pair, same]): [string, Side] => [
    pair,
    {
      cluster: same[0]!.cluster,
      value: (metric) => meanOfKnown(same.map(({ metrics }) => metrics[metric] ?? null)),
      ended: meanOfKnown(same.map(cameToItsEnd)),
      crashed:
        same.filter(({ outcome }) => outcome === "crashed" || outcome === BROKEN_OFF).length / same.length,
    },
  ]);
  return new Map(sides);
}

/** McNemar's test if each pair is a unit; replicates are averaged first, and their shares compared. */
function completion(
  pairs: ReadonlyArray<{ a: Side; b: Side }>,
  clusters: readonly string[] | undefined,
): Completion {
  const [a, b] = [pairs.map((pair) => pair.a.ended), pairs.map((pair) => pair.b.ended)];
  const averaged = [...a, ...b].some((share) => share !== null && !Number.isInteger(share));
  const replicated = clusters !== undefined && new Set(clusters).size < clusters.length;
  const passed = (share: number | null) => (share === null ? null : share === 1);
  const {
    pairs: units,
    missing,
    p,
    method,
    meanDifference,
    ties,
  } = averaged || replicated
    ? comparePaired({ a, b, clusters, seed: "completed" })
    : comparePassFail({ a: a.map(passed), b: b.map(passed) });
  const share = (side: ReadonlyArray<number | null>) =>
    meanOfKnown(side.filter((_, index) => a[index] !== null && b[index] !== null));
  return {
    pairs: units,
    missing,
    differ: units - ties,
    passedA: share(a),
    passedB: share(b),
    meanDifference,
    p,
    adjusted: null,
    method,
    verdict: "insufficient evidence",
  };
}

const cameToItsEnd = ({ outcome }: Play): number | null =>
  outcome === "completed" ? 1 : ["timeout", "failed", "crashed"].includes(outcome) ? 0 : null;
