/** Arms of a matrix, or two matrices, compared on overall: paired sign flips by group, Holm over the arms. */
import type { ArmComparison, Cause, Verdict, VerdictTable } from "../../contract/index.ts";
import { holm, pairedDifference, type PairedDifference } from "../../kernel/stats/index.ts";
import { meanOfKnown } from "../metrics/index.ts";
import { because, type BecauseOptions, type Play, type PlayPair } from "./because.ts";
import { counted, shownP, signed } from "../../kernel/report/index.ts";
import { inBrackets, shownNumber } from "../../kernel/verdict-words/index.ts";

const ALPHA = 0.05;

export type Arm = { name: string; plays: readonly Play[] };

/** Every arm beside the first. */
export function compareArms(
  [reference, ...others]: readonly Arm[],
  { seed = "compare", ...options }: Omit<BecauseOptions, "names"> & { seed?: string },
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
    because: because(pairs, { ...options, names: { a: reference!.name, b: name } }),
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
  { pairs, mean, higher, lower }: PairedDifference,
  { p, comparisons }: { p: number | null; comparisons: number },
): ArmComparison["result"] {
  const fewest = fewestGroups(comparisons);
  if (pairs < fewest || mean === null) return "too few groups";
  if (p !== null && p <= ALPHA && mean !== 0) return mean > 0 ? "better" : "worse";
  const differing = higher + lower;
  return differing > 0 && differing < fewest ? "too few groups" : "no difference found";
}

/** So many must differ: with fewer, not even a difference in every group would be found. */
export function fewestGroups(comparisons: number): number {
  let groups = 1;
  while (comparisons * 2 ** (1 - groups) > ALPHA) groups += 1;
  return groups;
}

/** `beside`: how many are compared with A. They share Holm's correction. */
function headlineOf(
  comparison: ArmComparison,
  { beside, alike }: { beside: number; alike: boolean },
): string {
  const { a, b, result, groups } = comparison;
  const others = beside > 1 && alike ? `the ${beside} others` : b;
  switch (result) {
    case "better":
    case "worse":
      return (
        `${b} is ${result} than ${a} by ${sizeText(comparison)}, ` +
        `in ${comparison[result]} of ${counted(groups, "group")}${becauseText(comparison.because)}.`
      );
    case "no difference found":
      if (comparison.equal === groups) return `${a} and ${others} scored the same in all ${groups} groups.`;
      return `No difference found between ${a} and ${others}${usually(comparison)}.`;
    case "too few groups":
      if (groups >= fewestGroups(beside)) return openText(comparison, fewestGroups(beside));
      return `Too few groups to compare ${b} with ${a}: ${groups}, at least ${fewestGroups(beside)} needed.`;
  }
}

/** No test was possible, whatever the numbers look like. */
function openText({ b, difference, interval, better, worse, groups }: ArmComparison, fewest: number): string {
  const range = interval && `${signed(interval.low, shownNumber)} to ${signed(interval.high, shownNumber)}`;
  const points = `${signed(difference!, shownNumber)} points${inBrackets(range ?? undefined)}`;
  const groupsText = `better in ${better}, worse in ${worse} of ${counted(groups, "group")}`;
  return `Not decided: ${points} with ${b}, ${groupsText}; at least ${fewest} groups must differ.`;
}

/** "30 points (25 to 35)". The interval is read in the direction of the difference. */
function sizeText({ difference, interval }: ArmComparison): string {
  const size = inPoints(Math.abs(difference!));
  if (interval === null) return size;
  const [low, high] = difference! < 0 ? [-interval.high, -interval.low] : [interval.low, interval.high];
  return `${size} (${shownNumber(low)} to ${shownNumber(high)})`;
}

/** ", because of forced segues (135 with blunt, 0 with house)". */
const becauseText = ([first]: readonly Cause[]): string =>
  first ? `, because of ${first.label}${inBrackets(first.detail)}` : "";

const usually = ({ groups, detectable }: ArmComparison): string =>
  detectable === null || detectable === 0
    ? ""
    : `; ${counted(groups, "group")} would usually have shown ${inPoints(detectable)}`;

const inPoints = (value: number): string =>
  `${shownNumber(value)} ${shownNumber(value) === "1" ? "point" : "points"}`;

const order: Record<ArmComparison["result"], number> = {
  worse: 0,
  better: 0,
  "no difference found": 1,
  "too few groups": 2,
};

/** The largest difference, otherwise what shows most, and its sentence. Undefined: nothing was compared. */
export function mostTelling(
  comparisons: readonly ArmComparison[],
): { comparison: ArmComparison; headline: string } | undefined {
  const [comparison] = comparisons.toSorted(
    (x, y) => order[x.result] - order[y.result] || Math.abs(y.difference ?? 0) - Math.abs(x.difference ?? 0),
  );
  if (comparison === undefined) return undefined;
  const family = comparisons.filter(({ a }) => a === comparison.a);
  const alike = family.every(({ result, equal, groups }) =>
    comparison.equal === comparison.groups ? equal === groups : result === comparison.result,
  );
  return { comparison, headline: headlineOf(comparison, { beside: family.length, alike }) };
}

export function armsVerdict(comparisons: readonly ArmComparison[], cautions: string[]): Verdict {
  const { comparison: first, headline } = mostTelling(comparisons)!;
  return {
    outcome: first.result === "too few groups" ? "undecided" : "done",
    headline,
    cautions,
    because: first.because,
    facts: [],
    findings: [],
    tables: [armsTable(comparisons)],
    next: [],
  };
}

/** Every comparison in a row: B beside A. */
const armsTable = (comparisons: readonly ArmComparison[]): VerdictTable => ({
  title: "Overall, in pairs of the same group",
  columns: [
    { label: "B" },
    { label: "A" },
    ...["B scores", "A scores", "B − A", "95 % interval", "Better", "Worse", "Groups", "p"].map((label) => ({
      label,
      align: "right" as const,
    })),
    { label: "B is" },
  ],
  rows: comparisons.map(({ a, b, meanA, meanB, difference, interval, better, worse, groups, p, result }) => [
    b,
    a,
    meanB,
    meanA,
    difference === null ? null : signed(difference, shownNumber),
    interval && `${signed(interval.low, shownNumber)} to ${signed(interval.high, shownNumber)}`,
    better,
    worse,
    groups,
    p === null ? null : shownP(p),
    result,
  ]),
});
