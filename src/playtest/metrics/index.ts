/** A session in numbers, from the fold alone. */
export { notLookedFor } from "./failure-metrics.ts";
export {
  gateMetrics,
  gateName,
  isOnScale,
  judgeGate,
  rangeText,
  readGates,
  reasonMissing,
  type Gate,
  unjudgedText,
} from "./gate.ts";
export { findingsBehind, judgedMetricNames, metricsByName, type JudgedMetric } from "./metric-table.ts";
export { leakOf } from "./private-moment-metrics.ts";
export { ENOUGH_READ, NOBODY_READ, readingCoverage, unreadText } from "./reading-coverage.ts";
export { defaultPoints, measureSession, sessionMetrics, JUDGE_SHARE } from "./session-metrics.ts";
export { costOf, meanOfKnown } from "./mean.ts";
