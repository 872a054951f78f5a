/** Arms of a matrix, or two matrices, compared on overall: paired sign flips by group, Holm over the arms. */
import type { ArmComparison } from "../../contract/index.ts";
import { holm, pairedDifference, type PairedDifference } from "../../kernel/stats/index.ts";
import { meanOfKnown } from "../metrics/index.ts";
import { because, type BecauseOptions } from "./because.ts";
import type { Play, PlayPair } from "./play.ts";

const ALPHA = 0.05;

export type Arm = { name: string; plays: readonly Play[] };

/** Every arm beside the first. */
export function compareArms(
  [reference, ...others]: readonly Arm[],
  { seed = "compare", ...options }: BecauseOptions & { seed?: string },
): ArmComparison[] {
  const compared = others.map(({ name, plays }) => {
    const { pairs, dropped } = pairUp(reference!.plays, plays);
    return { name, pairs, dropped, difference: pairedDifference(byCluster(pairs), { seed }) };
  });
  // An arm with too few differing groups counts as well: the design fixes the number of comparisons.
  const adjusted = holm(compared.map(({ difference }) => difference.p ?? 1));
  const pOf = (at: number) => (compared[at]!.difference.p === null ? null : adjusted[at]!);
  return compared.map(({ name, pairs, dropped, difference }, at) => ({
    a: reference!.name,
    b: name,
    result: resultOf(difference, { p: pOf(at), comparisons: compared.length }),
    groups: difference.pairs,
    better: difference.higher,
    worse: difference.lower,
    equal: difference.equal,
    dropped,
    meanA: meanOfKnown(clusterMeans(pairs, ({ a }) => a.overall!)),
    meanB: meanOfKnown(clusterMeans(pairs, ({ b }) => b.overall!)),
    difference: difference.mean,
    interval: difference.interval,
    p: pOf(at),
    detectable: difference.detectable,
    because: because(pairs, options),
  }));
}

/** Plays of the same pair, if both were scored; the others drop out. */
function pairUp(a: readonly Play[], b: readonly Play[]): { pairs: PlayPair[]; dropped: number } {
  const first = new Map(a.map((play) => [play.pair, play]));
  const both = b.flatMap((play) => {
    const partner = first.get(play.pair);
    return partner ? [{ a: partner, b: play }] : [];
  });
  const pairs = both.filter((pair) => pair.a.overall !== null && pair.b.overall !== null);
  return { pairs, dropped: both.length - pairs.length };
}

/** B − A for each group. */
const byCluster = (pairs: readonly PlayPair[]): number[] =>
  clusterMeans(pairs, ({ a, b }) => b.overall! - a.overall!);

/** For each group: its pairs are averaged, because they share their players. */
const clusterMeans = (pairs: readonly PlayPair[], value: (pair: PlayPair) => number): number[] =>
  [...Map.groupBy(pairs, ({ a }) => a.cluster).values()].map((own) => meanOfKnown(own.map(value))!);

function resultOf(
  { pairs, mean }: PairedDifference,
  { p, comparisons }: { p: number | null; comparisons: number },
): ArmComparison["result"] {
  if (pairs < fewestGroups(comparisons) || mean === null) return "too few groups";
  if (p === null || p > ALPHA || mean === 0) return "no difference found";
  return mean > 0 ? "better" : "worse";
}

/** With fewer, not even a difference in every group would be found. */
export function fewestGroups(comparisons: number): number {
  let groups = 1;
  while (comparisons * 2 ** (1 - groups) > ALPHA) groups += 1;
  return groups;
}
