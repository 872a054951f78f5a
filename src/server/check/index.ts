export { checkJob, createCheckRuns, type CheckRuns } from "./check-runs.ts";
export { createChecker, type Checker } from "./checker.ts";
