/** The retrieval suite: what a RAG system brings up, mechanism by mechanism, against versioned expectations. */
export { loadKb, kbOf, type Kb } from "./kb.ts";
export {
  checkBanks,
  countTests,
  historyPath,
  loadBanks,
  mechanismOf,
  testsOf,
  toV2,
  type Banks,
} from "./banks.ts";
export {
  loadHistory,
  mentionedIn,
  resolveExpectations,
  sameExpectations,
  type HistoryEntry,
  type Resolved,
} from "./expectations/index.ts";
export { badFile, readShaped } from "./data-file.ts";
export { importBank, tableFields } from "./import/index.ts";
export { findFolders, kbWords, requireKb, requireOwnBanks, SHIPPED, type Folders } from "./find-folders.ts";
export { moduleOf, modules, type EntityList, type MechanismModule, type Target } from "./mechanisms/index.ts";
export {
  allResults,
  BUILT_IN,
  checkRequest,
  estimateCheck,
  isCriticalFailure,
  OFFLINE,
  planCheck,
  requireCheckKeys,
  requireTarget,
  runCheck,
  runPlannedCheck,
  withSpacedReranking,
  type CheckEstimate,
  type CheckOverrides,
  type CheckPlan,
  type CheckRequest,
  type Scope,
  type Selection,
} from "./run/index.ts";
export { NO_EMBEDDER } from "./target/index.ts";
export { checkRedline, planRedline, redlineCi, type RedlinePlan } from "./redline/redline.ts";
export {
  calibrationDir,
  recordOverride,
  runCalibration,
  type CalibrationEvents,
  type CalibrationOptions,
} from "./calibrate/index.ts";
export {
  banner,
  belowFull,
  checkAnswerOf,
  checkCi,
  checkReport,
  isOffline,
  judgeCheck,
  readBaseline,
  readResults,
  saveCheck,
  saveResults,
  summaryText,
  testLine,
  testSection,
  testVerdictOf,
  type Baseline,
  type CheckGate,
  type LatencyGate,
  type ScoreGate,
} from "./report/index.ts";
