/** Work that requests start, steer and resume: what they may ask, and the jobs that do it. */
export { allowedInput, type Permitted } from "./allowed-input.ts";
export { createJobs, type Jobs } from "./create-jobs.ts";
export { missingBudget } from "./missing-budget.ts";
export { listOffered, offeredNamed } from "./offered.ts";
export { budgetToResume, folderOfId, listUnfinished } from "./unfinished-runs.ts";
