export { armNotes, armRows, columns, columnsOf, headline, namedColumns } from "./arms-text.ts";
export { armOf, compareSessionArms, pastOf } from "./session-arms.ts";
export { betterOf, higherIsBetter, scaleOfMetric } from "./compared-metrics.ts";
export type { ArmComparison, Circumstances, Completion, MetricComparison } from "./arm-comparison.ts";
export { checkpoints, compareArms, groups, type Play } from "./compare-arms.ts";
export { commonPartsNote, onCommonParts } from "./common-parts.ts";
export { compareSessions, type Compared, type Comparison } from "./compare-sessions.ts";
export { judgeTogether } from "./arm-comparison.ts";
export { configDifferences, type ChangedLine } from "./config-differences.ts";
export { mostTelling, recommendationOf, recommendComparison, unlessHouse } from "./recommend.ts";
export {
  isJudged,
  judgedMetrics,
  measureTurns,
  metricNames,
  metricsOfResult,
  type MetricName,
  type Metrics,
} from "./compared-metrics.ts";
