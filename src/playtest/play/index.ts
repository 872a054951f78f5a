export { neededModels, type CastWish } from "./cast-session.ts";
export { branchSession, branchState, type BranchOptions, type BranchWish } from "./branch-session.ts";
export { finishSession } from "./finish-session.ts";
export type { Played } from "./go-on.ts";
export { planSession, type SessionWish } from "./plan-session.ts";
export { diceSeed, playSession, resumeSession } from "./play-session.ts";
export { sessionResult } from "./session-result.ts";
export { TRUTH_FILE } from "./truth-log.ts";
export { estimateCost, type CostEstimate } from "./estimate-cost.ts";
