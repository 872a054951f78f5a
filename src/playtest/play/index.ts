export { neededModels, pinModels, requireSession, type CastWish } from "./cast-session.ts";
export { branchSession, branchState, type BranchOptions, type BranchWish } from "./branch-session.ts";
export { holdsForAll } from "./holds-for-all.ts";
export { finishSession } from "./finish-session.ts";
export type { Played, Watch } from "./go-on.ts";
export { planSession, type SessionWish } from "./plan-session.ts";
export { playedFor } from "./played-for.ts";
export {
  budgetInForce,
  diceSeed,
  playSession,
  resumeSession,
  type ResumeOptions,
  type SharedBudget,
} from "./play-session.ts";
export { lostFrom, sessionsBelow, wholeBudget } from "./lost-from.ts";
export { spentOnJudging, spentOnPlaying, spentOnSession } from "./spent-on.ts";
export { sessionResult } from "./session-result.ts";
export { lastResult, storedResult } from "./stored-result.ts";
export { estimateCost, estimateMissing, type CostEstimate, type MissingEstimate } from "./estimate-cost.ts";
