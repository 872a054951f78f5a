/**
 * A worker plays sessions of queued runs, and coordinates runs: it decides what is queued next and writes the report. Both are
 * leased: what a worker leaves behind, another one continues.
 */
import { hostname } from "node:os";
import { join } from "node:path";
import type { Clock } from "../clock/index.ts";
import { fetchFolder, fetchFolders, SCHEMA_VERSION, takeFolder, type Database } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import { InterruptedError } from "../models/index.ts";
import { checkName, makeFolder, remove } from "../store/index.ts";
import { inProcessEngine, type Engine, type JobEnd, type Work } from "./in-process-engine.ts";
import { queueEngine } from "./queue-engine.ts";
import type { Queue, QueuedJob } from "./queue.ts";
import { runRow, storedError, type RunRow } from "./queued-runs.ts";

/** What a kind of run means. Paths are working copies on this disk. */
export type WorkerTasks = {
  /** Opens a run for playing its sessions, once per start. */
  openRun(run: RunRow, dir: string): Promise<OpenRun>;
  /** Plays a run to its end with the given engine, and writes its report. Returns why it ended early. */
  conduct(run: RunRow, dir: string, engine: Engine): Promise<HarnessError | undefined>;
};

export type OpenRun = {
  /** `drain` is aborted when a session is to stop after the turn under way. */
  work(watch: { onTurn: () => void; drain: AbortSignal }): Work<unknown, unknown>;
  attempts: number;
  isFinal: (error: HarnessError) => boolean;
  close(): Promise<void>;
};

export type WorkerLog = (event: string, facts: Record<string, unknown>) => void;

export type WorkerOptions = {
  database: Database;
  queue: Queue;
  clock: Clock;
  tasks: WorkerTasks;
  id: string;
  version: string;
  /** Where working copies are kept. */
  dir: string;
  /** Sessions played at once. */
  atOnce: number;
  log: WorkerLog;
  /** Aborted: takes no more jobs, saves what is under way and ends. */
  signal: AbortSignal;
};

export type Worker = {
  /** What it is doing now. */
  status(): { id: string; playing: number; coordinating: number; played: number; seen: string | undefined };
  /** Resolves when it has ended. */
  ended: Promise<void>;
};

/** A session that ends its worker this often is at fault itself. */
const MOST_DELIVERIES = 20;
const COORDINATED_AT_ONCE = 10;
const MOST_OPEN_RUNS = 10;
const BEAT_MS = 5_000;
/** Time to finish the turns under way, and then to save sessions whose turn was cut off. */
const DRAIN_MS = 25_000;
const CUT_MS = 10_000;
const PAUSE_MS = 5_000;
/** Nothing is wrong with the session: it is played again, here or elsewhere. */
const NOT_ITS_FAULT = new Set(["database-unreachable", "database-full", "database-error", "lease-lost"]);

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, queue, clock, tasks, id, dir, atOnce, log, signal } = options;
  const draining = new AbortController();
  const cutting = new AbortController();
  cutting.signal.addEventListener("abort", () => database.hurry(), { once: true });
  const active = new Map<
    string,
    { run: string; isSession: boolean; stop: AbortController; ended: Promise<void> }
  >();
  const playing = () => [...active.values()].filter(({ isSession }) => isSession).length;
  /** Runs that cannot be played here. Their jobs are given back, slowly, for others to take. */
  const refused = new Set<string>();
  const closing = new Map<string, Promise<void>>();
  const openRuns = new Map<string, { start: number; opened: Promise<OpenRun> }>();
  let played = 0;
  let seen: string | undefined;

  await database.query("DELETE FROM rehearse.worker WHERE seen < now() - interval '1 day'");
  await beat();
  const beats = beatUntil(draining.signal);
  await queue.work("sessions", atOnce, (job, lost) =>
    exclusively(job, (drain) => session(job, { drain, stop: AbortSignal.any([lost, cutting.signal]) })),
  );
  await queue.work("runs", COORDINATED_AT_ONCE, (job, lost) =>
    exclusively(job, (drain) => coordinate(job, AbortSignal.any([lost, drain]))),
  );
  log("started", { worker: id, atOnce });

  const drain = async () => {
    log("draining", { playing: playing() });
    draining.abort(handedOver());
    clock.sleep(DRAIN_MS, cutting.signal).then(
      () => cutting.abort(handedOver()),
      () => {},
    );
    await queue.drain(DRAIN_MS + CUT_MS);
    cutting.abort(handedOver());
    await beats;
    for (const { opened } of openRuns.values()) await (await opened.catch(() => undefined))?.close();
    await database.query("DELETE FROM rehearse.worker WHERE id = $1", [id]);
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
    active.set(key, { run: job.run, isSession: job.session !== undefined, stop, ended });
    try {
      await ended;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log("returned", { run: job.run, session: job.session, why });
      if (isAway(error)) await reachable();
      // Whoever cannot play it must not be the first to take it again.
      else if (!draining.signal.aborted)
        await queue.pause(job.session === undefined ? "runs" : "sessions", PAUSE_MS);
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

  async function session(
    { run: runId, session: name, start }: QueuedJob,
    { drain, stop }: { drain: AbortSignal; stop: AbortSignal },
  ): Promise<void> {
    checkName(runId, "run");
    checkName(name!, "session");
    if (refused.has(`${runId} ${start}`)) throw cannotPlay(runId);
    const [row] = await database.query<{ input: unknown; deliveries: number; turns: number }>(
      // A worker that takes it again has not been lost.
      `UPDATE rehearse.session SET state = 'playing', worker = $4, changed = clock_timestamp(),
         deliveries = CASE WHEN worker = $4 THEN deliveries ELSE deliveries + 1 END
       WHERE run = $1 AND id = $2 AND start = $3 AND state IN ('queued', 'playing') RETURNING input, deliveries, turns`,
      [runId, name, start, id],
    );
    // Ended, stopped, or of an earlier start.
    if (!row) return;
    const run = await runRow(database, runId);
    if (run.start !== start || (run.state !== "playing" && run.state !== "queued")) {
      await database.query(
        "UPDATE rehearse.session SET state = 'stopped', changed = clock_timestamp() WHERE run = $1 AND id = $2 AND start = $3 AND worker = $4",
        [runId, name, start, id],
      );
      return;
    }
    if ((row.input as { sessionId?: unknown } | null)?.sessionId !== name) throw mismatched(name!);
    const place = join(dir, runId);
    const own = join(place, "sessions", name!);
    remove(own);
    const folder = await takeFolder(database, { run: runId, name: name!, dir: own, holder: id });
    try {
      const end =
        row.deliveries > MOST_DELIVERIES
          ? { attempts: row.deliveries, error: tooOften(name!, row.deliveries) }
          : await play(run, place, {
              name: name!,
              input: row.input,
              turns: row.turns,
              drain,
              stop: AbortSignal.any([stop, folder.lost]),
            });
      await folder.committed();
      await report(run, name!, folder.epoch, end);
    } finally {
      await folder.close().catch(() => {});
      remove(own);
    }
  }

  type End = Pick<JobEnd<unknown, unknown>, "attempts"> & {
    output?: unknown;
    error?: HarnessError;
    final?: boolean;
  };

  async function play(
    run: RunRow,
    place: string,
    {
      name,
      input,
      turns: before,
      drain,
      stop,
    }: { name: string; input: unknown; turns: number; drain: AbortSignal; stop: AbortSignal },
  ): Promise<End> {
    const outdated = isOlder(options.version, run.version) ? olderWorker(options.version, run) : undefined;
    if (outdated) return { attempts: 1, error: outdated, final: true };
    let opening: OpenRun;
    try {
      opening = await opened(run, place);
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      return { attempts: 1, error, final: true };
    }
    const { work, attempts, isFinal } = opening;
    let turns = before;
    let end: End = { attempts: 0, error: new InterruptedError() };
    const onTurn = () =>
      void database
        .query(
          "UPDATE rehearse.session SET turns = $3, changed = clock_timestamp() WHERE run = $1 AND id = $2 AND turns < $3 AND worker = $4",
          [run.id, name, ++turns, id],
        )
        .catch(() => {});
    log("session", { run: run.id, session: name });
    await inProcessEngine.run(work({ onTurn, drain }), [{ id: name, input }], {
      concurrency: 1,
      attempts,
      isFinal: (error) => isFinal(error) || NOT_ITS_FAULT.has(error.code),
      signal: stop,
      onEnd: (one) => {
        end = "error" in one ? { attempts: one.attempts, error: one.error, final: isFinal(one.error) } : one;
      },
    });
    return end;
  }

  /** Tells how a session ended, if it is still ours. Throwing hands the job back to the queue. */
  async function report(run: RunRow, name: string, epoch: number, end: End): Promise<void> {
    const { error } = end;
    const stopped = error?.exit === 130;
    const giveBack = async (why: HarnessError): Promise<never> => {
      await database.query(
        "UPDATE rehearse.session SET state = 'queued', worker = NULL, deliveries = deliveries - 1, changed = clock_timestamp() WHERE run = $1 AND id = $2 AND worker = $3 AND state = 'playing'",
        [run.id, name, id],
      );
      throw why;
    };
    if (error && NOT_ITS_FAULT.has(error.code)) return giveBack(error);
    if (stopped && (await runRow(database, run.id)).state !== "stopping") return giveBack(handedOver());
    if (error && end.final && !stopped && error.exit !== 4 && !(await allRefuse(run))) return giveBack(error);
    const state = !error ? "played" : stopped || end.final ? "stopped" : "crashed";
    const rows = await database.query(
      `WITH held AS (SELECT 1 FROM rehearse.folder WHERE run = $1 AND name = $2 AND epoch = $3 FOR SHARE)
       UPDATE rehearse.session SET state = $4, output = $5, error = $6, attempts = $7, turns = coalesce(($5::jsonb->>'turns')::int, turns), changed = clock_timestamp()
       WHERE run = $1 AND id = $2 AND state = 'playing' AND EXISTS (SELECT 1 FROM held) RETURNING id`,
      [
        run.id,
        name,
        epoch,
        state,
        end.output === undefined ? null : JSON.stringify(end.output),
        error ? JSON.stringify(storedError(error, end.final === true)) : null,
        end.attempts,
      ],
    );
    if (rows.length === 0) return;
    if (state === "played") played++;
    log(state, { run: run.id, session: name, ...(error && { error: error.message }) });
  }

  /** Notes that this worker cannot play a run. True: neither can any other that is connected. */
  async function allRefuse({ id: run, start }: RunRow): Promise<boolean> {
    refused.add(`${run} ${start}`);
    await database.query(
      "INSERT INTO rehearse.refusal (run, start, worker) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [run, start, id],
    );
    const others = await database.query(
      `SELECT id FROM rehearse.worker WHERE seen > now() - interval '1 minute'
       AND id NOT IN (SELECT worker FROM rehearse.refusal WHERE run = $1 AND start = $2)`,
      [run, start],
    );
    return others.length === 0;
  }

  /** Plan, models and prices of a run are read once. A run that was resumed is read again. */
  function opened(run: RunRow, place: string): Promise<OpenRun> {
    const known = openRuns.get(run.id);
    if (known && known.start === run.start) return known.opened;
    const opening = (async () => {
      await closing.get(run.id);
      await (await known?.opened.catch(() => undefined))?.close();
      await fetchFolder(database, { run: run.id, name: "", dir: place });
      return tasks.openRun(run, place);
    })();
    openRuns.delete(run.id);
    openRuns.set(run.id, { start: run.start, opened: opening });
    closeIdle();
    // What failed once may work the next time.
    opening.catch(() => openRuns.delete(run.id));
    return opening;
  }

  /** A worker sees many runs. Those that have not been opened lately are closed. */
  function closeIdle(): void {
    const busy = new Set([...active.values()].map(({ run }) => run));
    for (const [runId, { opened: idle }] of openRuns) {
      if (openRuns.size <= MOST_OPEN_RUNS) return;
      if (busy.has(runId)) continue;
      openRuns.delete(runId);
      closing.set(
        runId,
        idle
          .then((one) => one.close())
          .catch(() => {})
          .finally(() => closing.delete(runId)),
      );
    }
  }

  async function coordinate({ run: runId, start }: QueuedJob, stop: AbortSignal): Promise<void> {
    checkName(runId, "run");
    if (refused.has(`${runId} ${start}`)) throw cannotPlay(runId);
    const [taken] = await database.query(
      "UPDATE rehearse.run SET state = CASE state WHEN 'queued' THEN 'playing' ELSE state END WHERE id = $1 AND start = $2 AND state IN ('queued', 'playing', 'stopping') RETURNING id",
      [runId, start],
    );
    if (!taken) return;
    const run = await runRow(database, runId);
    const outdated = isOlder(options.version, run.version) ? olderWorker(options.version, run) : undefined;
    if (outdated && !(await allRefuse(run))) throw outdated;
    const place = join(dir, `${runId}.coordinator`);
    remove(place);
    log("coordinating", { run: runId });
    const folder = await takeFolder(database, { run: runId, name: "", dir: place, holder: id });
    const over = AbortSignal.any([stop, folder.lost]);
    makeFolder(join(place, "sessions"));
    const fetched = new Set<string>();
    /** A session that has ended does not change again during this start. */
    const fetchSessions = async (ended: readonly string[]) => {
      const names = ended.filter((name) => !fetched.has(name));
      await fetchFolders(database, {
        run: runId,
        names,
        dirOf: (name) => join(place, "sessions", checkName(name, "session")),
      });
      for (const name of names) fetched.add(name);
    };
    try {
      const before = await database.query<{ name: string; start: number }>(
        "SELECT id AS name, start FROM rehearse.session WHERE run = $1 AND state NOT IN ('queued', 'playing')",
        [runId],
      );
      await fetchSessions(before.map(({ name }) => name));
      // Those of an earlier start may be played again.
      for (const one of before) if (one.start !== start) fetched.delete(one.name);
      const engine = queueEngine({
        database,
        queue,
        clock,
        run: runId,
        start,
        epoch: folder.epoch,
        atOnce: run.atOnce ?? undefined,
        retried: run.retried ?? undefined,
        fetchSessions,
        released: over,
      });
      const conducted = outdated ? Promise.resolve(outdated) : tasks.conduct(run, place, engine);
      const endedBy = await conducted.catch(async (error: unknown) => {
        if (over.aborted || !(error instanceof HarnessError) || NOT_ITS_FAULT.has(error.code)) throw error;
        // Before anything was played: another worker may have what is missing here.
        if (error.exit === 2 && !(await allRefuse(run))) throw error;
        return error;
      });
      await folder.committed();
      const state = !endedBy ? "finished" : endedBy.exit === 130 || endedBy.exit === 4 ? "stopped" : "failed";
      await database.query(
        `WITH held AS (SELECT 1 FROM rehearse.folder WHERE run = $1 AND name = '' AND epoch = $2 FOR SHARE)
         UPDATE rehearse.run SET state = $3, error = $4, ended = now() WHERE id = $1 AND start = $5 AND EXISTS (SELECT 1 FROM held)`,
        [runId, folder.epoch, state, endedBy ? JSON.stringify(storedError(endedBy, true)) : null, start],
      );
      log(`run ${state}`, { run: runId, ...(endedBy && { error: endedBy.message }) });
    } finally {
      await folder.close().catch(() => {});
      remove(place);
    }
  }

  async function beat(): Promise<void> {
    const [{ newest } = { newest: 0 }] = await database.query<{ newest: number }>(
      `WITH beat AS (INSERT INTO rehearse.worker (id, host, pid, version, at_once, playing) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET seen = now(), playing = $6)
       SELECT coalesce(max(number), 0)::int AS newest FROM rehearse.step`,
      [id, hostname(), process.pid, options.version, atOnce, playing()],
    );
    seen = clock.date().toISOString();
    if (newest > SCHEMA_VERSION) draining.abort(newerDatabase(newest));
    if (active.size === 0) return;
    const stopping = await database.query<{ id: string }>(
      "SELECT id FROM rehearse.run WHERE state IN ('stopping', 'stopped') AND id = ANY($1)",
      [[...new Set([...active.values()].map(({ run }) => run))]],
    );
    for (const { id: run } of stopping)
      for (const one of active.values()) if (one.isSession && one.run === run) one.stop.abort();
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

const handedOver = () =>
  new HarnessError({
    code: "handed-over",
    message: "The worker is ending: the job goes back to the queue.",
    remedy: "Nothing needs to be done: another worker continues it.",
    exit: 3,
  });

const cannotPlay = (run: string) =>
  new HarnessError({
    code: "refused-here",
    message: `The run ${run} cannot be played on this worker.`,
    remedy: "Another worker plays it. This worker's log says what is missing here.",
    exit: 3,
  });

const olderWorker = (version: string, run: RunRow) =>
  new HarnessError({
    code: "older-worker",
    message: `The run ${run.id} was queued by rehearse ${run.version}; this worker is ${version} and does not play it.`,
    remedy: "Upgrade rehearse on this machine. Workers of that version or a newer one play the run.",
  });

/** By major, minor and patch. An unknown version is not older. */
export function isOlder(version: string, than: string | null): boolean {
  const numbers = (text: string | null) =>
    /^(\d+)\.(\d+)\.(\d+)/
      .exec(text ?? "")
      ?.slice(1)
      .map(Number);
  const [own, other] = [numbers(version), numbers(than)];
  if (!own || !other) return false;
  const at = own.findIndex((number, index) => number !== other[index]);
  return at >= 0 && own[at]! < other[at]!;
}

const mismatched = (name: string) =>
  new HarnessError({
    code: "bad-job",
    message: `The job of the session ${name} names another session.`,
    remedy: "The database was changed by something else than rehearse. Queue the run again.",
    exit: 3,
  });

const tooOften = (name: string, times: number) =>
  new HarnessError({
    code: "worker-lost",
    message: `The session ${name} was started ${times} times, and its worker was lost each time.`,
    remedy: "Read the workers' logs. The session may need more memory than they have.",
    exit: 3,
  });

const newerDatabase = (found: number) =>
  new HarnessError({
    code: "newer-database",
    message: `Another worker has brought the database to schema ${found}; this version of rehearse knows ${SCHEMA_VERSION}. The worker stops.`,
    remedy: "Upgrade rehearse on this machine. The other workers continue its sessions.",
  });
