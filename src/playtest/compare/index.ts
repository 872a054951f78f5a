export { compareArms, higherIsBetter, type ArmComparison, type MetricComparison, type Play } from "./compare-arms.ts";
export { compareSessions, type Compared, type Comparison } from "./compare-sessions.ts";
export type { ChangedLine } from "./line-diff.ts";
export { measureTurns, metricNames, metricsOfResult, type MetricName, type Metrics } from "./metrics.ts";
