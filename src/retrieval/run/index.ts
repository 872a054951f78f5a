export {
  check,
  dryCheck,
  moveToFreeName,
  openCheck,
  openTarget,
  runName,
  type Checked,
  type PlannedCheck,
} from "./check.ts";
export { estimateCheck, type CheckEstimate } from "./estimate-check.ts";
export {
  BUILT_IN,
  checkRequest,
  OFFLINE,
  planCheck,
  requireCheckKeys,
  withSpacedReranking,
  type CheckOverrides,
  type CheckPlan,
  type CheckRequest,
  type Selection,
} from "./plan-check.ts";
export { asksTheSame, byTestId, DECIDING_ATTEMPTS, passedIn, triedOf } from "./repeats.ts";
export { AT_ONCE, atMost, isTargetFailure, runCheck } from "./run-check.ts";
export { missingCrises, NOT_SEARCHED, summarise, type Scope } from "./summarise.ts";
