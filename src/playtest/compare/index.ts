export { armNotes, armRows, columns, headline, namedColumns, shownP } from "./arms-text.ts";
export { armOf, compareSessionArms, pastOf } from "./arms-of-sessions.ts";
export { betterOf, higherIsBetter, scaleOfMetric } from "./metric-facts.ts";
export type { ArmComparison, Circumstances, Completion, MetricComparison } from "./arm-comparison.ts";
export { checkpoints, compareArms, groups, type Play, type Thing } from "./compare-arms.ts";
export { commonPartsNote, onCommonParts } from "./common-parts.ts";
export { compareSessions, type Compared, type Comparison } from "./compare-sessions.ts";
export { judgeTogether } from "./judge-together.ts";
export type { ChangedLine } from "./line-diff.ts";
export {
  isJudged,
  judgedMetrics,
  measureTurns,
  metricNames,
  metricsOfResult,
  type MetricName,
  type Metrics,
} from "./metrics.ts";
