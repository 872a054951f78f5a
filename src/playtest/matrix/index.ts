/** Many sessions: stories × prompts × narrators, the same groups for every variant. */
export { requirePartners } from "./baseline-partners.ts";
export { provisionalText } from "./circumstances.ts";
export { configProblem } from "./config-problem.ts";
export { compareBaseline, decides } from "./compare-baseline.ts";
export { compareAllMatrices, compareMatrices, type NamedRows } from "./compare-matrices.ts";
export { compareVariants, type VariedBy } from "./compare-variants.ts";
export { estimateMatrix, type MatrixEstimate } from "./estimate-matrix.ts";
export { keepRow, keptNotes } from "./keep-row.ts";
export { failedMeans, passedMeans } from "./matrix-gates.ts";
export { isMatrix, PLAN_FILE, readPlan, RESULT_FILE, sessionsFolder, writePlan } from "./matrix-files.ts";
export {
  matrixOutcome,
  outcomeSteps,
  rankingsOf,
  spentOnMatrix,
  type MatrixOutcome,
} from "./matrix-result.ts";
export { plannedConfig, planMatrix, requireApart } from "./plan-matrix.ts";
export { presetConfig, presetNames, type PresetName } from "./presets.ts";
export {
  looksLikeMatrix,
  readMatrix,
  readMatrixOutcome,
  storedRows,
  type StoredMatrix,
} from "./read-matrix.ts";
export { isOver, rowNow } from "./row-now.ts";
export {
  requireMatrix,
  runMatrix,
  type MatrixNews,
  type MatrixRun,
  type RunMatrixOptions,
  pinMatrix,
} from "./run-matrix.ts";
export { standingsOf } from "./standings.ts";
export { cellsOf, counts, summariesOf, summaryOf } from "./summaries.ts";
export { REPORT_FILE, writeMatrix } from "./write-report.ts";
export { spreadOfRows, whatItShows, type WhatItShows } from "./what-it-shows.ts";
