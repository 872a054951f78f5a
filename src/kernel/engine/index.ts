export { inProcessEngine, type Engine, type Job, type JobEnd, type Work } from "./in-process-engine.ts";
