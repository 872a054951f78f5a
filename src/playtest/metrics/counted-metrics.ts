import type { Numbers } from "./scored-metrics.ts";

/** What there should be little of, by the names that gates call it by. */
export const countedMetrics = [
  "failures",
  "breakdowns",
  "loops",
  "contradictions",
  "confusion",
  "stuck",
  "secret-leaks",
  "ignored-players",
  "forced-segues",
  "longest-tangent",
  "turns-to-recover",
  "spoiled-moments",
  "longest-gap",
] as const;
export type CountedMetric = (typeof countedMetrics)[number];

const counts: Record<CountedMetric, (metrics: Numbers) => number | null> = {
  failures: ({ failures }) => failures.total,
  breakdowns: ({ failures }) => failures.breakdowns,
  loops: ({ failures }) => failures.loops,
  contradictions: ({ failures }) => failures.contradictions,
  confusion: ({ failures }) => failures.confusionEvents,
  stuck: ({ failures }) => failures.stuckMoments,
  "secret-leaks": ({ failures }) => failures.others["leak"] ?? null,
  "ignored-players": ({ failures }) => failures.others["ignored-request"] ?? null,
  "forced-segues": ({ tangents }) => tangents.forcedSegueCount,
  // Without a tangent none was long; but from none it cannot be told how long a return takes.
  "longest-tangent": ({ tangents }) => (tangents.count === 0 ? 0 : tangents.maxLength),
  "turns-to-recover": ({ tangents }) => tangents.avgLength,
  "spoiled-moments": ({ privateMoments }) => privateMoments.spoiled,
  "longest-gap": ({ pulses }) => pulses.longestGap,
};

/** As far as it was played. */
export const countedSoFar = (metrics: Numbers, name: CountedMetric): number | null => counts[name](metrics);

/** Null: it could not be had, or there may still be more of it, since the session is not over. */
export const countOf = (metrics: Numbers, name: CountedMetric): number | null =>
  metrics.over ? counts[name](metrics) : null;

export const countsOf = (metrics: Numbers): Record<CountedMetric, number | null> =>
  Object.fromEntries(countedMetrics.map((name) => [name, countOf(metrics, name)])) as Record<
    CountedMetric,
    number | null
  >;
