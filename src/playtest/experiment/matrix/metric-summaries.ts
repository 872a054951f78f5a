/** Means of metrics with their intervals, by story, prompt and narrator. */
import type { MatrixResult, MatrixRow, MetricSummary, VariantSummary } from "../../../contract/index.ts";
import {
  clopperPearson,
  clusterStandardError,
  studentQuantile,
  type Interval,
} from "../../../kernel/stats/index.ts";
import { metricNames, onCommonParts, type MetricName } from "../../compare/index.ts";
import { judgedMetricNames } from "../../metrics/index.ts";
import { isOver } from "./matrix-rows.ts";

/** Reports show these and the primary metric. The others are only in the rows. */
const main = new Set([
  "overall",
  "completion",
  "turns-per-pulse",
  "recovery-rate",
  "segue-quality",
  "failures-per-10-turns",
  "pay-off-rate",
  "coherence",
  "atmosphere",
  "player-agency",
  "pacing",
  "story-guide-adherence",
  "character-integration",
  "fun-factor",
  "turns",
  "issues",
]);

/** With fewer groups a mean has no interval. */
const FEWEST_GROUPS = 3;
/** Differences due to the order of addition. */
const NOTHING = 1e-9;

/** Why a mean has no interval. */
export const WHY_NO_INTERVAL = `fewer than ${FEWEST_GROUPS} groups, or all groups equal`;

/**
 * The mean of a metric with its t interval. Sessions of one group are correlated across prompts and narrators, so groups are the unit.
 * Equal groups get no interval: one of zero width would claim that the mean is known exactly.
 */
export function summaryOf(rows: readonly MatrixRow[], metric: string): MetricSummary {
  const counted = rows.filter(isOver);
  // A mean of scores with different parts means nothing.
  const alike = metric === "overall" ? onCommonParts(counted).sessions : counted;
  const having = alike.filter((row) => row.metrics[metric] != null);
  const values = having.map((row) => row.metrics[metric]!);
  if (values.length === 0) return { n: 0, mean: null, interval: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const groups = having.map(({ pair }) => pair);
  const count = new Set(groups).size;
  const error = count < FEWEST_GROUPS ? null : clusterStandardError(values, groups);
  if (error === null || error <= NOTHING * Math.max(1, Math.abs(mean)))
    return { n: values.length, mean, interval: null };
  const reach = studentQuantile(0.975, count - 1) * error;
  return { n: values.length, mean, interval: within(metric, { low: mean - reach, high: mean + reach }) };
}

const ENDED = new Set<MatrixRow["outcome"]>(["completed", "timeout", "failed", "crashed"]);

/**
 * The share of completed sessions among those that are over, with the exact Clopper-Pearson interval.
 * Sessions of one group count as one trial: the bounds are rounded outwards to whole groups.
 */
export function completedShare(
  rows: readonly MatrixRow[],
): { completed: number; of: number; interval: Interval } | null {
  const ended = rows.filter(({ outcome }) => ENDED.has(outcome));
  if (ended.length === 0) return null;
  const completed = ended.filter(({ outcome }) => outcome === "completed").length;
  const groups = new Set(ended.map(({ pair }) => pair)).size;
  const hits = (completed / ended.length) * groups;
  return {
    completed,
    of: ended.length,
    interval: [
      clopperPearson(Math.floor(hits + NOTHING), groups)[0],
      clopperPearson(Math.ceil(hits - NOTHING), groups)[1],
    ],
  };
}

/** Metrics from 0 to 1. */
export const shareMetrics = [
  "completion",
  "recovery-rate",
  "evenness",
  "efficiency",
  "soundness",
  "pay-off-rate",
] as const satisfies readonly MetricName[];

const ends: Record<string, [least: number, most: number]> = {
  overall: [0, 100],
  "segue-quality": [1, 5],
  ...Object.fromEntries(shareMetrics.map((share) => [share, [0, 1]])),
  ...Object.fromEntries(judgedMetricNames.map((score) => [score, [0, 10]])),
};

/** Limits an interval to the range of the metric. */
function within(metric: string, { low, high }: { low: number; high: number }): { low: number; high: number } {
  const [least, most] = ends[metric] ?? [0, Infinity];
  return { low: Math.max(least, low), high: Math.min(most, high) };
}

/** Outcomes, and the main metrics that any of the sessions has. */
export function variantSummary(rows: readonly MatrixRow[], primary: string): VariantSummary {
  const shown = metricNames.filter(
    (metric) =>
      (main.has(metric) || metric === primary) &&
      rows.some((row) => isOver(row) && row.metrics[metric] != null),
  );
  return {
    sessions: rows.length,
    outcomes: Object.fromEntries(
      [...Map.groupBy(rows, ({ outcome }) => outcome)].map(([outcome, same]) => [outcome, same.length]),
    ),
    cost: rows.reduce((sum, { cost }) => sum + cost, 0),
    metrics: Object.fromEntries(
      [...shown]
        .sort((a, b) => Number(b === primary) - Number(a === primary))
        .map((metric) => [metric, summaryOf(rows, metric)]),
    ),
  };
}

export function summariesOf(rows: readonly MatrixRow[], primary: string): MatrixResult["summaries"] {
  const by = (key: "story" | "prompt" | "narrator") =>
    Object.fromEntries(
      [...Map.groupBy(rows, (row) => row[key])].map(([value, same]) => [
        value,
        variantSummary(same, primary),
      ]),
    );
  return { byStory: by("story"), byPrompt: by("prompt"), byModel: by("narrator") };
}

export const cellsOf = (rows: readonly MatrixRow[], primary: string): MatrixResult["cells"] =>
  [
    ...Map.groupBy(rows, ({ story, prompt, narrator }) => JSON.stringify([story, prompt, narrator])).values(),
  ].map((same) => ({
    story: same[0]!.story,
    prompt: same[0]!.prompt,
    narrator: same[0]!.narrator,
    ...summaryOf(same, primary),
  }));
