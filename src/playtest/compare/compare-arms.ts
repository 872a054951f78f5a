import { FEWEST_PAIRS, comparePaired, comparePassFail, holm, verdict, type PairedComparison, type Verdict } from "../../kernel/stats/index.ts";
import { betterOf, higherIsBetter } from "./metric-facts.ts";
import { metricNames, type MetricName } from "./metrics.ts";

/** One play of one arm. Plays of one pair are the same group with the same dice; those of one cluster are replicates of one and the same thing, and count once. */
export type Play = { pair: string; cluster: string; outcome: string; metrics: Partial<Record<string, number | null>> };

export type MetricComparison = PairedComparison & {
  metric: MetricName;
  meanA: number | null;
  meanB: number | null;
  /** Over all metrics but the primary; the primary is tested alone. */
  adjusted: number | null;
  /** About B. Null: more of it is neither better nor worse. */
  verdict: Verdict | null;
};

export type ArmComparison = {
  a: string;
  b: string;
  /** Pairs that both arms have played, and what has no partner. */
  paired: number;
  alone: { a: number; b: number };
  clusters: number;
  /** What the result speaks for: "for this checkpoint", "over 12 checkpoints". */
  speaksFor: string;
  primary: MetricComparison;
  others: MetricComparison[];
  /** Did the story come to its end? What was stopped on purpose is missing here; what crashed did not. */
  completed: Completion;
};

export type Completion = { pairs: number; missing: number; /** Shares. */ passedA: number | null; passedB: number | null; p: number | null; method: string; verdict: Verdict };

/** What replicates of one cluster have in common, in words. */
export type Thing = { one: string; many: string };
export const checkpoints: Thing = { one: "checkpoint", many: "checkpoints" };

/** A beside B, pair by pair: the metric that was named beforehand is tested alone, the rest with Holm's correction. */
export function compareArms({ a, b, primary, thing = checkpoints, seed = "compare" }: { a: { name: string; plays: readonly Play[] }; b: { name: string; plays: readonly Play[] }; primary: MetricName; thing?: Thing; seed?: string }): ArmComparison {
  const playsOfA = new Map(a.plays.map((play) => [play.pair, play]));
  const pairs = b.plays.flatMap((play) => {
    const partner = playsOfA.get(play.pair);
    return partner ? [{ a: partner, b: play }] : [];
  });
  const count = new Set(pairs.map((pair) => pair.a.cluster)).size;
  // Too few to speak for others of their kind: then each replicate counts, and the result is about these alone.
  const clusters = count >= FEWEST_PAIRS ? pairs.map((pair) => pair.a.cluster) : undefined;
  const compared = (metric: MetricName) => {
    const [of, with_] = [pairs.map((pair) => pair.a.metrics[metric] ?? null), pairs.map((pair) => pair.b.metrics[metric] ?? null)];
    const both = (value: number | null, index: number) => value !== null && of[index] !== null && with_[index] !== null;
    return { ...comparePaired({ a: of, b: with_, clusters, seed: `${seed}/${metric}` }), metric, meanA: meanOf(of.filter(both)), meanB: meanOf(with_.filter(both)) };
  };
  const judged = (comparison: ReturnType<typeof compared>, p: number | null): MetricComparison => ({
    ...comparison,
    adjusted: p,
    verdict: betterOf(comparison.metric) === null ? null : verdict({ ...comparison, p, higherIsBetter: higherIsBetter(comparison.metric) }),
  });
  const main = compared(primary);
  const rest = metricNames.filter((metric) => metric !== primary).map(compared).filter(({ replicates }) => replicates > 0);
  const tested = rest.filter(({ metric }) => betterOf(metric) !== null);
  const adjusted = new Map(holm(tested.map(({ p }) => p)).map((p, index) => [tested[index]!.metric, p]));
  return {
    a: a.name,
    b: b.name,
    paired: pairs.length,
    alone: { a: a.plays.length - pairs.length, b: b.plays.length - pairs.length },
    clusters: count,
    speaksFor: clusters ? `over ${count} ${thing.many}` : count === 1 ? `for this ${thing.one}` : `for these ${count} ${thing.many}`,
    primary: judged(main, main.p),
    others: rest.map((comparison) => judged(comparison, adjusted.get(comparison.metric) ?? null)),
    completed: completion(pairs, clusters),
  };
}

/** McNemar's test where each pair is a unit; replicates of one thing are averaged first, and their shares compared. */
function completion(pairs: ReadonlyArray<{ a: Play; b: Play }>, clusters: readonly string[] | undefined): Completion {
  const [a, b] = [pairs.map((pair) => cameToItsEnd(pair.a)), pairs.map((pair) => cameToItsEnd(pair.b))];
  const replicated = clusters !== undefined && new Set(clusters).size < clusters.length;
  const asNumber = (passed: boolean | null) => (passed === null ? null : Number(passed));
  const compared = replicated ? comparePaired({ a: a.map(asNumber), b: b.map(asNumber), clusters, seed: "completed" }) : comparePassFail({ a, b });
  const both = a.map((passed, index) => passed !== null && b[index] !== null);
  const share = (side: ReadonlyArray<boolean | null>) => meanOf(side.filter((_, index) => both[index]).map(asNumber));
  const { missing, p, method } = compared;
  return { pairs: compared.pairs, missing, passedA: share(a), passedB: share(b), p, method, verdict: verdict({ ...compared, higherIsBetter: true }) };
}

const cameToItsEnd = ({ outcome }: Play): boolean | null => (outcome === "completed" ? true : ["timeout", "failed", "crashed"].includes(outcome) ? false : null);

const meanOf = (values: ReadonlyArray<number | null>): number | null => (values.length === 0 ? null : values.reduce<number>((sum, value) => sum + value!, 0) / values.length);
