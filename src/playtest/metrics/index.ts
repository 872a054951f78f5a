/** A session in numbers, from the fold alone. */
export { missingFrom, presentShare, weightsOf } from "./composite.ts";
export { countedMetrics, countsOf } from "./counted-metrics.ts";
export { needsReader } from "./metric-sources.ts";
export { notLookedFor } from "./failure-metrics.ts";
export { isFailure, isNarrators } from "./failure-turns.ts";
export {
  failedGate,
  failedGates,
  gateMetrics,
  passedGate,
  passedGates,
  readCeiling,
  readGate,
  type Gate,
} from "./gate.ts";
export { scoreParts } from "./score-parts.ts";
export { lessIsBetter, metricOf, scaleOf, scoredMetrics, type ScoredMetric } from "./scored-metrics.ts";
export { readingCoverage } from "./reading-coverage.ts";
export { TIME_TO_PAY_OFF } from "./private-moment-metrics.ts";
export { defaultWeights, sessionMetrics, unjudged, type MetricsOptions } from "./session-metrics.ts";
