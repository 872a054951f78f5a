/** The retrieval suite: what a RAG system brings up, through four mechanisms, against versioned expectations. */
export { loadKb, kbOf, type Kb } from "./kb/index.ts";
export {
  badBank,
  bankPaths,
  checkBanks,
  historyPath,
  loadBanks,
  mechanismOf,
  readShaped,
  rulesPath,
  toV2,
  type Banks,
} from "./bank/index.ts";
export {
  appendHistory,
  loadHistory,
  resolveExpectations,
  sameExpectations,
  staleEntities,
  type HistoryEntry,
  type Resolved,
} from "./expectations/index.ts";
export { findFolders, kbWords, requireKb, SHIPPED } from "./find-folders.ts";
export {
  BUILT_IN,
  check,
  checkRedline,
  missingCrises,
  OFFLINE,
  openCheck,
  planCheck,
  runCheck,
  wishFrom,
  type Asked,
  type Checked,
  type CheckEvents,
  type CheckPlan,
  type CheckWish,
  type OpenCheck,
  type Selection,
} from "./run/index.ts";
export { redlineText } from "./redline/index.ts";
export { calculateScore, interpretScore, scoreDistribution } from "./scoring/index.ts";
export type { Target } from "./target/index.ts";
export {
  baselineLines,
  baselineSection,
  compareWithBaseline,
  type BaselineComparison,
} from "./compare/index.ts";
export {
  affectedTests,
  calibrationDir,
  estimateCalibration,
  kbChanges,
  recordOverride,
  runCalibration,
  type Affected,
  type CalibrationEvents,
  type CalibrationOptions,
  type CalibrationOutcome,
} from "./calibrate/index.ts";
export {
  allResults,
  belowFull,
  checkAnswerOf,
  checkReport,
  junitReport,
  keepCheck,
  readResults,
  saveResults,
  summaryText,
  testLine,
  testSection,
  testVerdictOf,
} from "./report/index.ts";
