export { JobEntry } from "./job-entry.tsx";
export { JobsTray } from "./jobs-tray.tsx";
export { jobsQuery } from "./runs-queries.ts";
export { isOpen, progressOf, StopJob } from "./stop-job.tsx";
