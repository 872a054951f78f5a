export { JobEntry } from "./run-entry.tsx";
export { ResumeForm } from "./resume-form.tsx";
export { runDir } from "./run-words.ts";
export { jobsQuery } from "./runs-queries.ts";
export { isOpen, progressOf, StopJob } from "./stop-job.tsx";
