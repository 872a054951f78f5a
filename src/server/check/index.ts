export { checkJob, createCheckRuns, type CheckRuns } from "./check-runs.ts";
export { createChecker, type CheckAsk, type Checker } from "./checker.ts";
