/** Experiments: many sessions below one folder. One runner plays them; matrix, A/B test and bisect are its strategies. */
export { readArm } from "./read-arm.ts";
export { REPORT_FILE } from "./experiment-files.ts";
export { sessionsOf } from "./run-experiment.ts";

export {
  estimateAb,
  planAb,
  requireAb,
  longerAb,
  isAb,
  readAbPlan,
  writeAbPlan,
  type AbRequest,
} from "./ab/plan-ab.ts";
export { fewPairsText, powerText, decide } from "./ab/ab-pairs.ts";
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

export { configProblem, isMatrix, PLAN_FILE, readPlan, writePlan } from "./matrix/matrix-plan-file.ts";
export {
  estimateMatrix,
  ownSessions,
  plannedConfig,
  type MatrixInput,
  planMatrix,
  presetConfig,
  requireApart,
  shardOf,
} from "./matrix/plan-matrix.ts";
export { pinMatrix, requireMatrix, runMatrix, type MatrixNews } from "./matrix/matrix-strategy.ts";
export { isOver, keepCrash, meanOverall, provisionalOf, rowNow } from "./matrix/matrix-rows.ts";
export {
  looksLikeMatrix,
  readMatrix,
  readMatrixOutcome,
  RESULT_FILE,
  resultsOf,
  storedRows,
  type MatrixOutcome,
  type StoredMatrix,
} from "./matrix/stored-matrix.ts";
export { mergeShards, shardsIn } from "./matrix/merge-shards.ts";
export { matrixOutcome } from "./matrix/summarise-matrix.ts";
export { compareVariants, type VariedBy } from "./matrix/compare/variants.ts";
export { requireJudgeable, settingsApart } from "./matrix/compare/session-partners.ts";
export { compareMatrices, requireFinished } from "./matrix/compare/compare-matrices.ts";
export { matrixCi, writeMatrix } from "./matrix/report/matrix-report.ts";
export { matrixVerdict, unplayedHeadline } from "./matrix/report/matrix-verdict.ts";
