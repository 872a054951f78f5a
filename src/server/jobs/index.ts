/** Work that pages start, steer and resume: its planning, its estimate, and the runner. */
export { planAbJob } from "./ab-job.ts";
export { estimateAb, estimateMatrixStart, estimatePlay } from "./estimate-start.ts";
export { createJobs, type Jobs, type Task } from "./job-runner.ts";
export type { JobTools } from "./job-tools.ts";
export { planMatrixJob } from "./matrix-job.ts";
export { planPlayJob } from "./play-job.ts";
export { planReplayJob } from "./replay-job.ts";
export { planResumeJob } from "./resume-job.ts";
export { createStoredPlans } from "./stored-plans.ts";
export { listWork, sessionsOfWork } from "./stopped-work.ts";
