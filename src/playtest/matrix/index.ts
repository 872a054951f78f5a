/** Many sessions: stories × prompts × narrators, the same groups for every variant. */
export { configProblem } from "./config-problem.ts";
export { compareMatrices, compareVariants, type NamedRows, type VariedBy } from "./compare-variants.ts";
export { isMatrix, PLAN_FILE, readPlan, RESULT_FILE, sessionsFolder, writePlan } from "./matrix-files.ts";
export { matrixOutcome, matrixText, writeMatrixResult, type MatrixOutcome } from "./matrix-result.ts";
export { plannedConfig, planMatrix } from "./plan-matrix.ts";
export { presetConfig, presetNames, type PresetName } from "./presets.ts";
export { looksLikeMatrix, readMatrix, type StoredMatrix } from "./read-matrix.ts";
export { isOver, rowNow, runMatrix, type MatrixNews, type MatrixRun, type RunMatrixOptions } from "./run-matrix.ts";
