/** A session in numbers, from the fold alone. */
export { missingFrom, presentShare, weightsOf } from "./composite.ts";
export { isNarrators, notLookedFor } from "./failure-metrics.ts";
export {
  failedGate,
  failedGates,
  gateName,
  gateMetrics,
  passedGate,
  passedGates,
  readCeiling,
  readGate,
  type Gate,
} from "./gate.ts";
export {
  betterMetric,
  countsOf,
  isSecretMetric,
  judgedMetricNames,
  metricOf,
  needsReader,
  scaleOf,
  scoredMetrics,
  type JudgedMetric,
  type ScoredMetric,
} from "./metric-table.ts";
export { TIME_TO_PAY_OFF } from "./private-moment-metrics.ts";
export { ENOUGH_READ, readingCoverage } from "./reading-coverage.ts";
export { partFacts } from "./score-parts.ts";
export { defaultWeights, sessionMetrics } from "./session-metrics.ts";
export { meanOfKnown } from "./mean.ts";
