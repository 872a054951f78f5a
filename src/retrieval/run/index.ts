export {
  BUILT_IN,
  check,
  OFFLINE,
  openCheck,
  planCheck,
  type Checked,
  type CheckEvents,
  type CheckPlan,
  type CheckWish,
  type OpenCheck,
} from "./check-suite.ts";
export { checkRedline } from "./check-redline.ts";
export { runCheck, type CheckOptions } from "./run-check.ts";
export { bankOf, isSelective, selectTests, type Selection } from "./select-tests.ts";
export { wishFrom, type Asked } from "./wish-from.ts";
export { average, missingCrises, rounded, WEIGHTS } from "./summarise.ts";
