export { compareSessions, type Compared, type Comparison } from "./compare-sessions.ts";
export type { ChangedLine } from "./line-diff.ts";
export { metricNames, type MetricName, type Metrics } from "./metrics.ts";
