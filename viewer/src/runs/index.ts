export { JobEntry } from "./run-entry.tsx";
export { jobsQuery } from "./runs-queries.ts";
export { isOpen, progressOf, StopJob } from "./stop-job.tsx";
