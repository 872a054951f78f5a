export { inProcessEngine, type Engine, type Job, type JobEnd, type Work } from "./in-process-engine.ts";
export { openQueue, type Queue, type QueueOptions } from "./queue.ts";
export { deleteRun, mayControl, resumeRun, retrySession, stopRun, submitRun } from "./change-runs.ts";
export {
  findRun,
  isOver,
  listRuns,
  sessionsOf,
  workersOf,
  type QueuedRun,
  type QueuedSession,
  type RunRow,
  type WorkerRow,
} from "./queued-runs.ts";
export { refusalsOf, type Refusals } from "./refusals.ts";
export { copyRun, fetchRun, isUnchangedCopy } from "./run-copy.ts";
export { mirrorRuns, MOST_RUNS, type RunMirror } from "./run-mirror.ts";
export { startWorker, type Worker } from "./worker.ts";
export type { WorkerLog } from "./worker-context.ts";
export type { OpenRun, WorkerTasks } from "./worker-runs.ts";
