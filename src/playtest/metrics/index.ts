/** A session in numbers, from the fold alone. */
export { missingFrom, presentShare, weightsOf } from "./composite.ts";
export { notLookedFor } from "./failure-metrics.ts";
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
export { leakOf, TIME_TO_PAY_OFF } from "./private-moment-metrics.ts";
export {
  ENOUGH_READ,
  readAgainText,
  readingCoverage,
  unreadText,
  whyUnread,
  type Unread,
} from "./reading-coverage.ts";
export { partFacts } from "./score-parts.ts";
export { defaultWeights, sessionMetrics } from "./session-metrics.ts";
export { unjudgedText } from "./unjudged-text.ts";
export { meanOfKnown } from "./mean.ts";
