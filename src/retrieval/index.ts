/** The retrieval suite: what a RAG system brings up, mechanism by mechanism, against versioned expectations. */
export { loadKb, kbOf, type Kb } from "./kb.ts";
export {
  badBank,
  checkBanks,
  historyPath,
  loadBanks,
  mechanismOf,
  readShaped,
  testsOf,
  toV2,
  type Banks,
} from "./banks.ts";
export {
  loadHistory,
  resolveExpectations,
  sameExpectations,
  staleEntities,
  withAdditions,
  type HistoryEntry,
  type Resolved,
} from "./expectations/index.ts";
export { importBank, tableFields, topicFields } from "./import/index.ts";
export { findFolders, kbWords, requireKb, type Folders } from "./find-folders.ts";
export { modules, weightShares, type MechanismModule, type Target } from "./mechanisms/index.ts";
export {
  BUILT_IN,
  check,
  checkRequest,
  dryCheck,
  estimateCheck,
  OFFLINE,
  openCheck,
  planCheck,
  requireCheckKeys,
  runCheck,
  withSpacedReranking,
  type CheckEstimate,
  type CheckOverrides,
  type CheckPlan,
  type CheckRequest,
  type PlannedCheck,
  type Scope,
  type Selection,
} from "./run/index.ts";
export { checkRedline, planRedline, type RedlinePlan } from "./redline/check-redline.ts";
export { redlineCi, redlineVerdict } from "./redline/redline-verdict.ts";
export {
  baselineVerdict,
  compareWithBaseline,
  concludeCheck,
  readBaseline,
  type Baseline,
} from "./baseline/index.ts";
export {
  calibrationDir,
  recordOverride,
  reviewLines,
  runCalibration,
  type CalibrationEvents,
  type CalibrationOptions,
} from "./calibrate/index.ts";
export {
  allResults,
  belowFull,
  checkAnswerOf,
  checkCi,
  checkReport,
  isCriticalFailure,
  type ScoreGate,
  readResults,
  saveCheck,
  saveResults,
  summaryText,
  testLine,
  testSection,
  testVerdictOf,
} from "./report/index.ts";
