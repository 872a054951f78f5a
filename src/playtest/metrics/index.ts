/** A session in numbers, from the fold alone. */
export { notLookedFor } from "./failure-metrics.ts";
export { gateMetrics, gateName, judgeGate, readGates, reasonMissing, type Gate } from "./gate.ts";
export {
  findingsBehind,
  isSecretMetric,
  judgedMetricNames,
  metricsByName,
  type JudgedMetric,
} from "./metric-table.ts";
export { leakOf } from "./private-moment-metrics.ts";
export { ENOUGH_READ, readingCoverage, unreadText, whyUnread, type Unread } from "./reading-coverage.ts";
export { defaultPoints, measureSession, sessionMetrics } from "./session-metrics.ts";
export { JUDGE_SHARE } from "./score.ts";
export { unjudgedText } from "./unjudged-text.ts";
export { meanOfKnown } from "./mean.ts";
