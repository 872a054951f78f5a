/** The queue of jobs in Postgres. pg-boss hands each job to one worker, and to another one when that worker's heartbeat stops. */
import { createHash } from "node:crypto";
import type { PgBoss } from "pg-boss";
import {
  addressOf,
  answerMsFor,
  databaseError,
  openAnsweredPool,
  PATIENCE_MS,
  QUEUE_SCHEMA,
  strictAddress,
} from "../database/index.ts";
import { systemClock } from "../clock/index.ts";
import { takeJobs, type JobTaker } from "./take-jobs.ts";

/** `start`: jobs of an earlier start are dropped. */
export type QueuedJob = { run: string; start: number; session?: string };

export type Queue = AsyncDisposable & {
  sendRun(job: QueuedJob): Promise<void>;
  sendSessions(jobs: readonly QueuedJob[]): Promise<void>;
  /** `signal` is aborted when the queue has given the job to somebody else. A job that throws is handed out again. */
  work(
    what: "runs" | "sessions",
    atOnce: number,
    handle: (job: QueuedJob, signal: AbortSignal) => Promise<void>,
  ): void;
  /** Takes no new jobs of this kind for a while, so that others get those that it gave back. */
  pause(what: "runs" | "sessions", ms: number): void;
  /** Takes no more jobs, and resolves when those under way have ended. */
  drain(timeoutMs: number): Promise<void>;
  /** Stops waiting for a database that does not answer. */
  hurry(): void;
};

export type QueueOptions = {
  /** A worker that was silent for so long has lost its jobs. At least 10. */
  leaseSeconds?: number;
  /** As for the connection: with less patience, a hanging database is given up sooner. */
  patienceMs?: number;
  onError: (message: string) => void;
};

const LEASE_SECONDS = 30;
const NAMES = { runs: "rehearse-runs", sessions: "rehearse-sessions" };
const DAY = 24 * 60 * 60;
const CHUNK = 1000;
/** A job that is given back every few seconds, until a worker that can play it starts, must not run out of them. */
const RETRIES = 1_000_000_000;

export async function openQueue(
  url: string,
  { leaseSeconds: given, patienceMs = PATIENCE_MS, onError }: QueueOptions,
): Promise<Queue> {
  const leaseSeconds = given ?? LEASE_SECONDS;
  const { PgBoss: Boss } = await import("pg-boss");
  const pool = await openAnsweredPool({
    connectionString: strictAddress(url),
    clock: systemClock,
    name: "rehearse queue",
    connections: 4,
    answerMs: answerMsFor(patienceMs),
  });
  const boss: PgBoss = new Boss({
    db: { executeSql: pool.ask },
    schema: QUEUE_SCHEMA,
    // Made with the other tables: the role may be the owner of its schemas only.
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: Math.max(1, Math.floor(leaseSeconds / 5)),
    monitorIntervalSeconds: Math.max(1, Math.floor(leaseSeconds / 5)),
  });
  boss.on("error", (error) => onError(error.message));
  try {
    await boss.start();
    const options = {
      heartbeatSeconds: leaseSeconds,
      expireInSeconds: DAY - 1,
      // A worker that dies, or that is drained, is not the job's fault: the worker counts what is.
      retryLimit: RETRIES,
      retryDelay: 1,
      retentionSeconds: 30 * DAY,
      deleteAfterSeconds: DAY,
    };
    for (const name of Object.values(NAMES)) {
      await boss.createQueue(name, options);
      // Only workers set it: other commands must not change the lease of those that run.
      if (given !== undefined) await boss.updateQueue(name, { heartbeatSeconds: given, retryLimit: RETRIES });
    }
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    await pool[Symbol.asyncDispose]();
    throw databaseError(error, addressOf(url));
  }
  const takers = new Map<"runs" | "sessions", JobTaker>();
  let stopped: Promise<void> | undefined;
  const stop = (timeoutMs: number) =>
    (stopped ??= (async () => {
      await Promise.all([...takers.values()].map((taker) => taker.drain(timeoutMs))).catch((error: unknown) =>
        onError(String(error)),
      );
      await boss.stop({ graceful: false });
      await pool[Symbol.asyncDispose]();
    })());
  return {
    async sendRun(job) {
      const id = idOf(job);
      const [old] = await boss.findJobs(NAMES.runs, { id });
      // It would keep the new one from being queued.
      if (old && isDone(old.state)) await boss.deleteJob(NAMES.runs, id);
      await boss.send(NAMES.runs, job, { id });
    },
    async sendSessions(jobs) {
      for (let at = 0; at < jobs.length; at += CHUNK)
        await boss.insert(
          NAMES.sessions,
          jobs.slice(at, at + CHUNK).map((data) => ({ id: idOf(data), data })),
        );
    },
    work(what, atOnce, handle) {
      takers.set(what, takeJobs({ boss, name: NAMES[what], atOnce, leaseSeconds, handle, onError }));
    },
    pause: (what, ms) => takers.get(what)?.pause(ms),
    drain: stop,
    hurry: () => pool.hurry(),
    [Symbol.asyncDispose]: () => stop(0),
  };
}

const isDone = (state: string): boolean => ["completed", "cancelled", "failed"].includes(state);

/** The same for the same job: sent twice, it is queued once. */
function idOf({ run, start, session }: QueuedJob): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([run, start, session ?? null]))
    .digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
