export { branchSession, branchState, type BranchChanges } from "./branch-session.ts";
export { neededModels, pinModels, requireSession } from "./cast-session.ts";
export {
  atTurnLimit,
  estimateCost,
  estimateMissing,
  type CostEstimate,
  type MissingEstimate,
  type TurnLimitEstimate,
} from "./estimate-cost.ts";
export { planSession, type SessionRequest } from "./plan-session.ts";
export { lastResult, readResultFile, storedResult } from "./result-files.ts";
export { playingTime, resumeSession } from "./resume-session.ts";
export { playSession, type Played, type SharedBudget, type Watch } from "./run-session.ts";
export { costsOfSessions, journalCosts, sessionCosts } from "./session-costs.ts";
export { sessionResult } from "./session-result.ts";
export {
  findLostCalls,
  lostCallsIn,
  sessionFoldersIn,
  spentOnJudging,
  spentOnPlaying,
  spentOnSession,
  wholeBudget,
} from "./session-spending.ts";
