/** What the parts of a worker share. */
import type { Clock } from "../clock/index.ts";
import type { Database } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import type { Queue } from "./queue.ts";
import type { WorkerRuns, WorkerTasks } from "./worker-runs.ts";

export type WorkerLog = (event: string, facts: Record<string, unknown>) => void;

export type WorkerContext = {
  database: Database;
  queue: Queue;
  clock: Clock;
  tasks: WorkerTasks;
  runs: WorkerRuns;
  id: string;
  /** Where working copies are kept. */
  dir: string;
  log: WorkerLog;
};

/** Nothing is wrong with the session: it is played again, here or elsewhere. */
export const NOT_ITS_FAULT = new Set([
  "database-unreachable",
  "database-full",
  "database-error",
  "lease-lost",
]);

/** What to do where no connected worker can play a run, if the usual remedy is meant for one machine. */
const WORKER_REMEDIES: Readonly<Record<string, string>> = {
  "missing-keys": "Set them where a worker runs, and restart it.",
};

/** Every connected worker has refused the run. */
export const refusedByAll = ({ code, message, remedy, exit }: HarnessError, run: string): HarnessError =>
  new HarnessError({
    code,
    message: `No connected worker can play ${run}. ${message}`,
    remedy: `${WORKER_REMEDIES[code] ?? remedy} Then resume the run: \`rehearse runs resume ${run}\`.`,
    exit,
  });

export const handedOver = () =>
  new HarnessError({
    code: "handed-over",
    message: "The worker is ending: the job goes back to the queue.",
    remedy: "Nothing needs to be done: another worker continues it.",
    exit: 3,
  });
