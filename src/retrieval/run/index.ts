export { moveToFreeName, runPlannedCheck, type CheckEvents, type Checked } from "./check.ts";
export { estimateCheck, type CheckEstimate } from "./estimate-check.ts";
export {
  BUILT_IN,
  checkRequest,
  OFFLINE,
  planCheck,
  requireCheckKeys,
  requireTarget,
  withSpacedReranking,
  type CheckOverrides,
  type CheckPlan,
  type CheckRequest,
  type Selection,
} from "./plan-check.ts";
export {
  allResults,
  asksTheSame,
  byTestId,
  DECIDING_ATTEMPTS,
  isCriticalFailure,
  passedIn,
  triedOf,
} from "./repeats.ts";
export { runCheck } from "./run-check.ts";
export { summarise, type Scope } from "./summarise.ts";
