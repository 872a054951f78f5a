export { createCheckRuns, type CheckRun, type CheckRuns } from "./check-runs.ts";
export { createChecker, type CheckAsk, type Checker } from "./checker.ts";
