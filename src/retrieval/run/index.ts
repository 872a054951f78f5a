export {
  check,
  dryCheck,
  isUnpricedOutside,
  moveToFreeName,
  notesOn,
  openAsking,
  openCheck,
  openTarget,
  runName,
  standInsIn,
  type Checked,
  type CheckEvents,
  type OpenCheck,
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
export { checkResultsOf } from "./check-results.ts";
export { asksTheSame, byTestId, designFor, referenceFrom, triedOf } from "./repeats.ts";
export { askTests, AT_ONCE, atMost, inTurn, isTargetFailure, runCheck } from "./run-check.ts";
export { healthOfTests, missingCrises, NOT_SEARCHED, summarise, type Scope } from "./summarise.ts";
