import { lessIsBetter, scaleOf, scoredMetrics, type ScoredMetric } from "../metrics/index.ts";
import type { MetricName } from "./metrics.ts";

/** Of these neither more nor less is better. */
const neither: ReadonlySet<MetricName> = new Set(["turns", "tangents", "private-moments"]);
const less: ReadonlySet<string> = new Set<MetricName>([
  "turns-to-recover",
  "forced-segues",
  "issues",
  "cost",
  ...(lessIsBetter as ReadonlySet<MetricName>),
]);
export const higherIsBetter = (metric: MetricName): boolean => !less.has(metric);

/** Which way is better; null: neither can be said. */
export const betterOf = (metric: MetricName): "higher" | "lower" | null =>
  neither.has(metric) ? null : higherIsBetter(metric) ? "higher" : "lower";

/** The least and the most that a metric can be; null: it has no end. */
export function scaleOfMetric(metric: MetricName): [least: number, most: number | null] {
  const [least, most] = (scoredMetrics as readonly string[]).includes(metric)
    ? scaleOf(metric as ScoredMetric)
    : [0, Infinity];
  return [least, Number.isFinite(most) ? most : null];
}
