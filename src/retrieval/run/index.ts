export { BUILT_IN, check, OFFLINE, planCheck, type CheckEvents, type CheckPlan, type CheckWish } from "./check-suite.ts";
export { runCheck, type CheckOptions } from "./run-check.ts";
export { bankOf, isSelective, selectTests, type Selection } from "./select-tests.ts";
export { average, rounded, WEIGHTS } from "./summarise.ts";
