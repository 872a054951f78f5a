export { runJobs, type JobEnd, type RunJobs } from "./run-jobs.ts";
