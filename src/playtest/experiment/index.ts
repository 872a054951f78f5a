/** Experiments: many sessions below one folder. One runner plays them; matrix, A/B test and bisect are its strategies. */
export { findingsBy } from "./findings-by.ts";
export { readArm } from "./read-arm.ts";
export { EMBEDDED, REPORT_FILE } from "./experiment-report.ts";
export type { RunOptions } from "./run-experiment.ts";

export {
  abMetrics,
  planAb,
  completeAb,
  requireAb,
  longerAb,
  isAb,
  readAbPlan,
  writeAbPlan,
} from "./ab/plan-ab.ts";
export { abOutlook, type AbOutlook } from "./ab/ab-outlook.ts";
export { capText, howNear, type Nearness } from "./ab/ab-power.ts";
export { abLines, comparisonTable, winnerLine, type AbRun } from "./ab/ab-report.ts";
export { runAb, type AbNews } from "./ab/ab-strategy.ts";
export { endedPairs, pairAt, PAIRS_FILE } from "./ab/ab-pairs.ts";
export { decisionOf } from "./ab/summarise-ab.ts";
export { recommendAb } from "./ab/recommend-ab.ts";
export { abOutcome, armConfigs, readAbOutcome, type AbOutcome, type Remember } from "./ab/stored-ab.ts";

export {
  isBisect,
  longerBisect,
  planBisect,
  readBisectPlan,
  writeBisectPlan,
  type BisectRequest,
} from "./bisect/plan-bisect.ts";
export { criterionText, readCriterion } from "./bisect/criterion.ts";
export { fewestReplays } from "./bisect/bisect-search.ts";
export {
  bisectColumns,
  bisectLines,
  bisectRows,
  findingText,
  type BisectRun,
} from "./bisect/bisect-report.ts";
export { recommendBisect } from "./bisect/recommend-bisect.ts";
export { bisectResultNow, readBisectResult } from "./bisect/stored-bisect.ts";
export { runBisect, type BisectNews, type RunBisectOptions } from "./bisect/bisect-strategy.ts";

export {
  configProblem,
  isMatrix,
  PLAN_FILE,
  readPlan,
  requireNames,
  writePlan,
} from "./matrix/matrix-plan-file.ts";
export {
  ownSessions,
  plannedConfig,
  planMatrix,
  presetConfig,
  presetNames,
  requireApart,
  shardOf,
} from "./matrix/plan-matrix.ts";
export { estimateMatrix, type MatrixEstimate } from "./matrix/estimate-matrix.ts";
export { metricLabel } from "./matrix/report/comparison-sections.ts";
export {
  gatePower,
  type GatePower,
  matrixPower,
  type MatrixPower,
  requireJudgeable,
} from "./matrix/matrix-power.ts";
export { pinMatrix, requireMatrix, runMatrix, type MatrixNews } from "./matrix/matrix-strategy.ts";
export { isOver, keepRow, keptNotes, provisionalText, rowNow } from "./matrix/matrix-rows.ts";
export {
  readMatrixOutcome,
  RESULT_FILE,
  type MatrixOutcome,
  type StoredMatrix,
} from "./matrix/matrix-result-file.ts";
export { mergeShards, shardsIn } from "./matrix/merge-shards.ts";
export { looksLikeMatrix, readMatrix, storedRows } from "./matrix/stored-matrix.ts";
export { matrixOutcome, rankingsOf, spentOnMatrix } from "./matrix/summarise-matrix.ts";
export { cellsOf, summariesOf, summaryOf, WHY_NO_INTERVAL } from "./matrix/metric-summaries.ts";
export { compareVariants, standingsOf, type VariedBy } from "./matrix/compare/compare-variants.ts";
export { compareAllMatrices } from "./matrix/compare/compare-matrices.ts";
export { requirePartners } from "./matrix/compare/session-partners.ts";
export { baselineGate } from "./matrix/report/matrix-gates.ts";
export { changeLines, decideLines, matrixCi, matrixGates, promptLines } from "./matrix/report/matrix-ci.ts";
export { recommendMatrix, recommendUnfinished, recommendVariants } from "./matrix/report/recommend-matrix.ts";
export { abCi } from "./ab/ab-ci.ts";
export { writeMatrix } from "./matrix/report/matrix-report.ts";
