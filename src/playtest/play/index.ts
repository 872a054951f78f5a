export { branchSession, branchState, type BranchChanges } from "./branch-session.ts";
export { aboutReader, neededModels, pinModels, possiblePlayers, requireSession } from "./cast-session.ts";
export {
  estimateCost,
  estimateJudging,
  sumEstimates,
  type CostEstimate,
  type SummedEstimate,
  type TurnLimitEstimate,
} from "./estimate-cost.ts";
export { planSession, type SessionRequest } from "./plan-session.ts";
export { lastResult, readResultFile, storedResult, writeResult } from "./result-files.ts";
export { finishedResult, resumeSession } from "./resume-session.ts";
export { playSession, type Played, type SharedBudget, type Watch } from "./run-session.ts";
export {
  costsOfSessions,
  journalCosts,
  lostCallsIn,
  sessionCosts,
  sessionTotals,
  spentAfterPlay,
  spentOnPlaying,
  spentOnSession,
} from "./session-costs.ts";
export { sessionResult } from "./session-result.ts";
