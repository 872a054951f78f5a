/**
 * A worker plays sessions of queued runs, and coordinates runs: it decides what is queued next and writes the report. Both are
 * leased: another worker continues a lost worker's sessions.
 */
import { hostname } from "node:os";
import { SCHEMA_VERSION } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import { coordinateRun } from "./coordinate-run.ts";
import { createSessionPlayer } from "./play-queued-session.ts";
import type { QueuedJob } from "./queue.ts";
import { handedOver, type WorkerContext } from "./worker-context.ts";
import { createWorkerRuns } from "./worker-runs.ts";

export type WorkerOptions = Omit<WorkerContext, "runs"> & {
  version: string;
  /** Sessions played at once. */
  atOnce: number;
  /** How long it takes no jobs after returning one that it cannot play. */
  pauseMs?: number;
  /** Aborted: takes no more jobs, saves what is under way and ends. */
  signal: AbortSignal;
};

export type Worker = {
  /** What it is doing now. */
  status(): { id: string; playing: number; coordinating: number; played: number; seen: string | undefined };
  /** Resolves when it has ended. */
  ended: Promise<void>;
};

const COORDINATED_AT_ONCE = 10;
const BEAT_MS = 5_000;
/** Time to finish the turns under way, and then to save sessions whose turn was cut off. */
const DRAIN_MS = 25_000;
const CUT_MS = 10_000;
const PAUSE_MS = 5_000;

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, queue, clock, tasks, id, version, atOnce, pauseMs = PAUSE_MS, log, signal } = options;
  const draining = new AbortController();
  const cutting = new AbortController();
  cutting.signal.addEventListener(
    "abort",
    () => {
      database.hurry();
      queue.hurry();
    },
    { once: true },
  );
  const active = new Map<
    string,
    { run: string; start: number; isSession: boolean; stop: AbortController; ended: Promise<void> }
  >();
  const playing = () => [...active.values()].filter(({ isSession }) => isSession).length;
  const busyRuns = () => new Set([...active.values()].map(({ run }) => run));
  const runs = createWorkerRuns({ database, tasks, id, version, busyRuns });
  const context = { ...options, runs };
  const playSession = createSessionPlayer(context, () => played++);
  let played = 0;
  let seen: string | undefined;

  await database.query("DELETE FROM rehearse.worker WHERE seen < now() - interval '1 day'");
  await beat();
  const beats = beatUntil(draining.signal);
  queue.work("sessions", atOnce, (job, lost) =>
    exclusively(job, (drain) => playSession(job, { drain, stop: AbortSignal.any([lost, cutting.signal]) })),
  );
  queue.work("runs", COORDINATED_AT_ONCE, (job, lost) =>
    exclusively(job, (drain) => coordinateRun(context, job, AbortSignal.any([lost, drain]))),
  );
  log("started", { worker: id, concurrency: atOnce });

  const drain = async () => {
    log("draining", { playing: playing() });
    draining.abort(handedOver());
    // With nothing to finish there is nothing to wait for.
    clock.sleep(active.size === 0 ? 0 : DRAIN_MS, cutting.signal).then(
      () => cutting.abort(handedOver()),
      () => {},
    );
    await queue.drain(DRAIN_MS + CUT_MS);
    cutting.abort(handedOver());
    await beats;
    await runs.closeAll();
    // Kept for a while: it may be restarting.
    await database.query("UPDATE rehearse.worker SET ended = now(), seen = now() WHERE id = $1", [id]);
    log("ended", { played });
  };
  const ended = new Promise<void>((resolve, reject) => {
    const begin = () => void drain().then(resolve, reject);
    if (signal.aborted) begin();
    else signal.addEventListener("abort", begin, { once: true });
    draining.signal.addEventListener(
      "abort",
      () => {
        const reason: unknown = draining.signal.reason;
        if (reason instanceof HarnessError && reason.code === "newer-database")
          drain().then(() => reject(reason), reject);
      },
      { once: true },
    );
  });
  return {
    ended,
    status: () => ({ id, playing: playing(), coordinating: active.size - playing(), played, seen }),
  };

  /** A session that this process still holds from an earlier lease ends first. */
  async function exclusively(job: QueuedJob, play: (drain: AbortSignal) => Promise<void>): Promise<void> {
    const key = `${job.run}/${job.session}`;
    while (active.has(key)) await active.get(key)!.ended.catch(() => {});
    const stop = new AbortController();
    const ended = play(AbortSignal.any([stop.signal, draining.signal])).finally(() => active.delete(key));
    active.set(key, { run: job.run, start: job.start, isSession: job.session !== undefined, stop, ended });
    try {
      await ended;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log("returned", { run: job.run, ...(job.session !== undefined && { session: job.session }), why });
      if (isAway(error)) await reachable();
      // Whoever cannot play it must not be the first to take it again.
      else if (!draining.signal.aborted)
        queue.pause(job.session === undefined ? "runs" : "sessions", pauseMs);
      throw error;
    }
  }

  /** A job is given back when the database answers again. Until then the queue would not learn of it before the lease ends. */
  async function reachable(): Promise<void> {
    while (!draining.signal.aborted)
      try {
        await database.query("SELECT 1");
        return;
      } catch (error) {
        if (!isAway(error)) throw error;
        await clock.sleep(PAUSE_MS, draining.signal).catch(() => {});
      }
  }

  async function beat(): Promise<void> {
    const [{ newest } = { newest: 0 }] = await database.query<{ newest: number }>(
      `WITH beat AS (INSERT INTO rehearse.worker (id, host, pid, version, at_once, playing) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET seen = now(), playing = $6)
       SELECT coalesce(max(number), 0)::int AS newest FROM rehearse.step`,
      [id, hostname(), process.pid, version, atOnce, playing()],
    );
    seen = clock.date().toISOString();
    if (newest > SCHEMA_VERSION) draining.abort(newerDatabase(newest));
    if (active.size === 0) return;
    const open = await database.query<{ id: string; start: number }>(
      "SELECT id, start FROM rehearse.run WHERE state IN ('queued', 'playing') AND id = ANY($1)",
      [[...busyRuns()]],
    );
    const starts = new Map(open.map((run) => [run.id, run.start]));
    // Their run was stopped, has failed, or was resumed or deleted since.
    for (const one of active.values())
      if (one.isSession && starts.get(one.run) !== one.start) one.stop.abort();
  }

  async function beatUntil(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await clock.sleep(BEAT_MS, over).catch(() => {});
      if (over.aborted) return;
      await beat().catch((error: unknown) => log("database", { error: String(error) }));
    }
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof HarnessError && error.code === "database-unreachable";

const newerDatabase = (found: number) =>
  new HarnessError({
    code: "newer-database",
    message: `Another worker has brought the database to schema ${found}; this version of rehearse knows ${SCHEMA_VERSION}. The worker stops.`,
    remedy: "Upgrade rehearse on this machine. The other workers continue its sessions.",
  });
