export { inProcessEngine, type Engine, type Job, type JobEnd, type Work } from "./in-process-engine.ts";
export { openQueue, type Queue, type QueueOptions } from "./queue.ts";
export {
  fetchRun,
  findRun,
  listRuns,
  resumeRun,
  retrySession,
  sessionsOf,
  stopRun,
  submitRun,
  workersOf,
  type QueuedRun,
  type QueuedSession,
  type RunRow,
  type WorkerRow,
} from "./queued-runs.ts";
export { startWorker, type OpenRun, type Worker, type WorkerLog, type WorkerTasks } from "./worker.ts";
