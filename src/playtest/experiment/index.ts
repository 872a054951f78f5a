/** Experiments: many sessions below one folder. One runner plays them; matrix, A/B test and bisect are its strategies. */
export { armOfWish, readArm } from "./read-arm.ts";
export { EMBEDDED, REPORT_FILE } from "./experiment-report.ts";

export {
  planAb,
  completeAb,
  requireAb,
  longerAb,
  isAb,
  readAbPlan,
  writeAbPlan,
  type AbRequest,
} from "./ab/plan-ab.ts";
export { abOutlook } from "./ab/ab-outlook.ts";
export { powerText, decide } from "./ab/decide.ts";
export { runAb, type AbNews, abResultNow, armConfigs, readAbResult } from "./ab/ab-strategy.ts";
export { endedPairs, PAIRS_FILE, replayName } from "./ab/ab-pairs.ts";
export { abVerdict } from "./ab/ab-verdict.ts";

export {
  isBisect,
  planBisect,
  readBisectPlan,
  writeBisectPlan,
  type BisectRequest,
} from "./bisect/plan-bisect.ts";
export { criterionText, readCriterion } from "./bisect/criterion.ts";
export { replaysOf } from "./bisect/bisect-search.ts";
export { bisectResultNow, readBisectResult } from "./bisect/bisect-result.ts";
export { bisectVerdict } from "./bisect/bisect-verdict.ts";
export { runBisect, type BisectNews, type BisectRun } from "./bisect/bisect-strategy.ts";

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
  requireApart,
  shardOf,
} from "./matrix/plan-matrix.ts";
export { estimateMatrix, type MatrixEstimate } from "./matrix/estimate-matrix.ts";
export { matrixOutlooks, outlookText, type MatrixOutlook } from "./matrix/matrix-outlook.ts";
export { pinMatrix, requireMatrix, runMatrix, type MatrixNews } from "./matrix/matrix-strategy.ts";
export { isOver, keepRow, keptNotes, meanOverall, provisionalOf, rowNow } from "./matrix/matrix-rows.ts";
export {
  readMatrixOutcome,
  RESULT_FILE,
  resultsOf,
  type MatrixOutcome,
  type StoredMatrix,
} from "./matrix/matrix-result-file.ts";
export { mergeShards, shardsIn } from "./matrix/merge-shards.ts";
export { looksLikeMatrix, readMatrix, storedRows } from "./matrix/stored-matrix.ts";
export { matrixOutcome, rankingsOf } from "./matrix/summarise-matrix.ts";
export { compareVariants, type VariedBy } from "./matrix/compare/variants.ts";
export { requireJudgeable } from "./matrix/compare/session-partners.ts";
export { compareMatrices, requireFinished } from "./matrix/compare/compare-matrices.ts";
export { quoteFrom } from "./matrix/compare/quote-from.ts";
export { settingsApart } from "./matrix/compare/comparable.ts";
export { matrixCi, writeMatrix } from "./matrix/report/matrix-report.ts";
export { isHouseCaution, matrixVerdict, unplayedHeadline } from "./matrix/report/matrix-verdict.ts";
