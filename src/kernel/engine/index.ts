export type { Engine, Job, JobEnd, RunOptions, Work } from "./engine.ts";
export { inProcessEngine } from "./in-process-engine.ts";
