/** The metrics for comparing sessions, over a whole session or some of its turns. */
import type {
  QualityMetrics,
  ScoreWeights,
  SessionMetrics,
  SessionResult,
  Totals,
} from "../../contract/index.ts";
import {
  betterMetric,
  judgedMetricNames,
  metricOf,
  scaleOf,
  scoredMetrics,
  sessionMetrics,
  type JudgedMetric,
  type ScoredMetric,
} from "../metrics/index.ts";
import { ownPart, sessionPart, type SessionState, type TurnRange } from "../session/index.ts";
import { partNumbers } from "./common-parts.ts";

/** Counts of a session besides its scored metrics, and the better direction; null: neither. */
const counts = {
  turns: null,
  pulses: "higher",
  tangents: null,
  "turns-to-recover": "lower",
  "forced-segues": "lower",
  "private-moments": null,
  "pay-offs": "higher",
  issues: "lower",
  cost: "lower",
} as const;
export type MetricName = keyof typeof counts | ScoredMetric;
export const metricNames = [...Object.keys(counts), ...scoredMetrics] as readonly MetricName[];

/** Null: nothing to measure, or unknown. The parts of overall are listed with it. */
export type Metrics = Record<MetricName, number | null> & Record<`overall/${string}`, number>;

export type Measured = {
  state: SessionState;
  totals: Totals;
  /** A judge's scores of the whole session, if any. */
  quality?: QualityMetrics;
  weights?: ScoreWeights;
};

/** Everything a session played itself: earlier turns belong to a branch's parent. */
export const measureWhole = ({ state, totals, quality, weights }: Measured): Metrics =>
  measured(ownPart(state), sessionMetrics(state, { quality, weights }), knownCost([totals.all]));

/** The same from a stored result: null if not measured. */
export const metricsOfResult = ({ metrics, turns, issues, cost, totals }: SessionResult): Metrics | null =>
  metrics &&
  namedMetrics(metrics, { turns, issues: issues.length, cost: totals.all.unpriced > 0 ? null : cost.total });

export const isJudged = (metric: MetricName): boolean =>
  (judgedMetricNames as readonly string[]).includes(metric);
export const judgedMetrics = (metrics: SessionMetrics): Record<JudgedMetric, number | null> =>
  Object.fromEntries(judgedMetricNames.map((name) => [name, metricOf(metrics, name)])) as Record<
    JudgedMetric,
    number | null
  >;

/** Some turns in isolation. Their expected share of the story is unknown, and no judge has scored them. */
export function measureTurns({ state, totals, weights }: Measured, { from, to }: TurnRange): Metrics {
  const part = sessionPart(state, { from, to });
  const paid = Object.entries(totals.byTurn).flatMap(([turn, tally]) =>
    Number(turn) >= from && Number(turn) <= to ? [tally] : [],
  );
  // The parent paid for the copied turns of a branch: their cost is not in its journal.
  return measured(
    part,
    sessionMetrics(part, { weights, isPart: true }),
    from <= (state.branchedFrom?.turn ?? 0) ? null : knownCost(paid),
  );
}

/** Counted in one place, so that reports and lists show the same numbers. */
const namedMetrics = (
  metrics: SessionMetrics,
  { turns, issues, cost }: { turns: number; issues: number; cost: number | null },
): Metrics => ({
  ...(Object.fromEntries(scoredMetrics.map((name) => [name, metricOf(metrics, name)])) as Record<
    ScoredMetric,
    number | null
  >),
  turns,
  pulses: metrics.pulses.expected === undefined ? null : metrics.pulses.detected,
  tangents: metrics.tangents.count,
  "turns-to-recover": metrics.tangents.avgLength,
  "forced-segues": metrics.tangents.forcedSegueCount,
  "private-moments": metrics.privateMoments.count,
  "pay-offs": metrics.privateMoments.payoffs,
  // Unknown if not all kinds were looked for.
  issues: metrics.failures.total === null ? null : issues,
  cost,
  ...partNumbers(metrics.composite),
});
const measured = ({ records, issues }: SessionState, metrics: SessionMetrics, cost: number | null): Metrics =>
  namedMetrics(metrics, { turns: records.length, issues: issues.length, cost });

const knownCost = (tallies: ReadonlyArray<Totals["all"]>): number | null =>
  tallies.some(({ unpriced }) => unpriced > 0) ? null : tallies.reduce((sum, { cost }) => sum + cost, 0);

export const higherIsBetter = (metric: MetricName): boolean => betterOf(metric) !== "lower";

/** The better direction; null: neither. */
export const betterOf = (metric: MetricName): "higher" | "lower" | null =>
  isScored(metric) ? betterMetric(metric) : counts[metric];

export function scaleOfMetric(metric: MetricName): [least: number, most: number | null] {
  const [least, most] = isScored(metric) ? scaleOf(metric) : [0, Infinity];
  return [least, Number.isFinite(most) ? most : null];
}

const isScored = (metric: MetricName): metric is ScoredMetric => !(metric in counts);
