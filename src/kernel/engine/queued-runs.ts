/** Runs that workers play: creating, listing, stopping and resuming them. Everything is in the database; none of it needs a live coordinator. */
import { join } from "node:path";
import { usd } from "../budget/index.ts";
import {
  fetchFolder,
  fetchFolders,
  QUEUE_SCHEMA,
  takeFolder,
  toJsonb,
  type Database,
} from "../database/index.ts";
import { HarnessError, suggestion, type ExitCode } from "../errors/index.ts";
import { InterruptedError } from "../models/index.ts";
import { checkName, copy, remove, temporaryFolder } from "../store/index.ts";
import type { Queue } from "./queue.ts";

export type RunState = "queued" | "playing" | "stopping" | "stopped" | "finished" | "failed";
export const isOver = (state: RunState): boolean =>
  state === "stopped" || state === "finished" || state === "failed";
export type SessionState = "queued" | "playing" | "played" | "crashed" | "stopped";

/** An error as it is stored. `final`: no other session of the run could be played either. */
export type StoredError = { code: string; message: string; remedy: string; exit: ExitCode; final?: boolean };

/** What a worker needs of a run. */
export type RunRow = {
  id: string;
  kind: string;
  state: RunState;
  start: number;
  cap: number | null;
  atOnce: number | null;
  /** The one session to play again. Null: all that are missing. */
  retried: string | null;
  /** Of rehearse, when it was queued. */
  version: string | null;
  created: Date;
};

export type QueuedRun = RunRow & {
  planned: number;
  error: StoredError | null;
  ended: Date | null;
  sessions: Record<SessionState, number>;
  turns: number;
  /** USD. `atMost` includes attempts that may have been billed. */
  cost: number;
  atMost: number;
};

export type QueuedSession = {
  id: string;
  state: SessionState;
  turns: number;
  attempts: number;
  worker: string | null;
  error: StoredError | null;
  cost: number;
  changed: Date;
};

export type WorkerRow = {
  id: string;
  host: string;
  pid: number;
  version: string;
  atOnce: number;
  playing: number;
  started: Date;
  seen: Date;
  /** Since then, by the clock of the database. */
  silentSeconds: number;
};

export const storedError = ({ code, message, remedy, exit }: HarnessError, final: boolean): StoredError => ({
  code,
  message,
  remedy,
  exit,
  ...(final && { final }),
});

/** After a resume or a retry, sessions of an earlier start wait to be played again. */
const WAITS_AGAIN = "run.state IN ('queued', 'playing') AND s.start < run.start AND s.state <> 'played'";

const RUNS = `
  SELECT run.id, run.kind, run.state, run.start, run.cap, run.planned, run.at_once AS "atOnce", run.retried, run.version,
    CASE WHEN run.state IN ('stopped', 'finished', 'failed') THEN run.error END AS error, run.created, run.ended,
    jsonb_build_object('queued', s.queued + CASE WHEN run.state = 'queued' AND run.retried IS NULL THEN greatest(0, run.planned - s.rows) ELSE 0 END,
      'playing', s.playing, 'played', s.played, 'crashed', s.crashed, 'stopped', s.stopped) AS sessions,
    s.turns::int AS turns, coalesce(m.cost, 0) AS cost, coalesce(m.at_most, 0) AS "atMost"
  FROM rehearse.run run
  LEFT JOIN LATERAL (SELECT count(*) AS rows, count(*) FILTER (WHERE state = 'queued') AS queued, count(*) FILTER (WHERE state = 'playing') AS playing,
      count(*) FILTER (WHERE state = 'played') AS played, count(*) FILTER (WHERE state = 'crashed') AS crashed,
      count(*) FILTER (WHERE state = 'stopped') AS stopped, coalesce(sum(turns), 0) AS turns
    FROM (SELECT CASE WHEN ${WAITS_AGAIN} THEN 'queued' ELSE s.state END AS state, s.turns FROM rehearse.session s WHERE s.run = run.id) shown) s ON true
  LEFT JOIN LATERAL (SELECT sum(cost) AS cost, sum(at_most) AS at_most
    FROM rehearse.money JOIN rehearse.folder ON folder.id = money.folder WHERE folder.run = run.id) m ON true`;

/** The newest first. */
export const listRuns = (database: Database, { most = 100 }: { most?: number } = {}): Promise<QueuedRun[]> =>
  database.query<QueuedRun>(`${RUNS} ORDER BY run.created DESC, run.id LIMIT $1`, [most]);

export async function findRun(database: Database, id: string): Promise<QueuedRun> {
  const [found] = await database.query<QueuedRun>(`${RUNS} WHERE run.id = $1`, [id]);
  if (found) return found;
  const known = await database.query<{ id: string }>(
    "SELECT id FROM rehearse.run ORDER BY created DESC LIMIT 1000",
  );
  throw new HarnessError({
    code: "unknown-run",
    message: `There is no run "${id}" in the database at ${database.address}. ${suggestion(
      id,
      known.map((run) => run.id),
    )}`.trim(),
    remedy: "List them with `rehearse runs`.",
  });
}

/** Without counts: its cost does not grow with the run. */
export async function runRow(database: Database, id: string): Promise<RunRow> {
  const [found] = await database.query<RunRow>(
    'SELECT id, kind, state, start, cap, at_once AS "atOnce", retried, version, created FROM rehearse.run WHERE id = $1',
    [id],
  );
  return found ?? findRun(database, id);
}

export const sessionsOf = (database: Database, run: string): Promise<QueuedSession[]> =>
  database.query<QueuedSession>(
    `SELECT s.id, CASE WHEN ${WAITS_AGAIN} THEN 'queued' ELSE s.state END AS state, s.turns, s.attempts, s.worker,
       CASE WHEN ${WAITS_AGAIN} THEN NULL ELSE s.error END AS error, s.changed, coalesce(sum(m.cost), 0) AS cost
     FROM rehearse.session s JOIN rehearse.run ON run.id = s.run
     LEFT JOIN rehearse.folder f ON f.run = s.run AND f.name = s.id LEFT JOIN rehearse.money m ON m.folder = f.id
     WHERE s.run = $1 GROUP BY s.run, s.id, run.id ORDER BY s.id`,
    [run],
  );

/** A worker reports every five seconds. */
const CONNECTED = "seen > now() - interval '1 minute'";

/** Those that were seen lately. */
export const workersOf = (database: Database): Promise<WorkerRow[]> =>
  database.query<WorkerRow>(
    `SELECT id, host, pid, version, at_once AS "atOnce", playing, started, seen,
       floor(extract(epoch FROM now() - seen))::int AS "silentSeconds" FROM rehearse.worker
     WHERE ${CONNECTED} ORDER BY id`,
  );

/** Stores the folder of a planned run and queues it. Gives its id: the name, or the name with a number where it is taken. */
export async function submitRun(
  database: Database,
  queue: Queue,
  {
    name,
    kind,
    dir,
    cap,
    planned,
    atOnce,
    version,
  }: Pick<QueuedRun, "kind" | "planned"> & {
    name: string;
    dir: string;
    cap?: number;
    atOnce?: number;
    version?: string;
  },
): Promise<string> {
  const id = await newId();
  const copied = temporaryFolder("rehearse-submit-");
  try {
    const folder = await takeFolder(database, { run: id, name: "", dir: copied, holder: "submitted" });
    copy(dir, copied);
    await folder.close();
  } finally {
    remove(copied);
  }
  await resumeRun(database, queue, id);
  return id;

  /** Until its files are stored it counts as stopped. */
  async function newId(): Promise<string> {
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${name}-${number}`;
      const [made] = await database.query(
        "INSERT INTO rehearse.run (id, kind, state, start, cap, planned, at_once, version) VALUES ($1, $2, 'stopped', 0, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id",
        [candidate, kind, cap ?? null, planned, atOnce ?? null, version ?? null],
      );
      if (made) return candidate;
    }
  }
}

/** Copies a run to a folder as it is stored now: the plan, the report, and every session. */
export async function fetchRun(
  database: Database,
  { run, dir, onSession }: { run: string; dir: string; onSession?: (done: number, of: number) => void },
): Promise<void> {
  await findRun(database, run);
  await fetchFolder(database, { run, name: "", dir });
  const names = await database.query<{ name: string }>(
    "SELECT name FROM rehearse.folder WHERE run = $1 AND name <> '' ORDER BY name",
    [run],
  );
  await fetchFolders(database, {
    run,
    names: names.map(({ name }) => name),
    dirOf: (name) => join(dir, "sessions", checkName(name, "session")),
    onFetched: (done) => onSession?.(done, names.length),
  });
}

/**
 * Sessions under way finish their turn and stop, as soon as a worker sees it. Without a connected worker the run stops at once. It
 * keeps everything and can be resumed.
 */
export async function stopRun(database: Database, queue: Queue, id: string): Promise<"stopping" | "stopped"> {
  const { state, start } = await findRun(database, id);
  if (await stopAtOnce(database, id)) return "stopped";
  const changed = await database.query(
    "UPDATE rehearse.run SET state = 'stopping' WHERE id = $1 AND state IN ('queued', 'playing', 'stopping') RETURNING id",
    [id],
  );
  if (changed.length === 0)
    throw notNow(`The run ${id}`, "stopped", state, "Only a run that is queued or playing can be stopped.");
  // Somebody has to coordinate the stop. A job that is there already is not queued twice.
  await queue.sendRun({ run: id, start });
  return "stopping";
}

/** False: it is not under way, or a worker is connected. */
async function stopAtOnce(database: Database, id: string): Promise<boolean> {
  const [stopped] = await database.query(
    `WITH stopped AS (
       UPDATE rehearse.run SET state = 'stopped', error = $2, ended = now()
       WHERE id = $1 AND state IN ('queued', 'playing', 'stopping')
         AND NOT EXISTS (SELECT 1 FROM rehearse.worker WHERE ${CONNECTED})
       RETURNING id
     ), fenced AS (
       -- A worker that was only silent can write nothing more.
       UPDATE rehearse.folder SET epoch = epoch + 1, holder = NULL FROM stopped WHERE run = stopped.id
     ), ended AS (
       UPDATE rehearse.session SET state = 'stopped', worker = NULL, changed = clock_timestamp()
       FROM stopped WHERE run = stopped.id AND session.state IN ('queued', 'playing')
     )
     SELECT id FROM stopped`,
    [id, toJsonb(storedError(new InterruptedError(), true))],
  );
  return stopped !== undefined;
}

/**
 * Plays what is missing: stopped and crashed sessions, and all of them where the budget was spent. "complete": every session was
 * played, and nothing was queued.
 */
export async function resumeRun(
  database: Database,
  queue: Queue,
  id: string,
  { budget, only }: { budget?: number; only?: string } = {},
): Promise<"queued" | "complete"> {
  const found = await findRun(database, id);
  const { state, sessions } = found;
  if (state === "finished" && sessions.crashed + sessions.stopped === 0) return "complete";
  if (isOver(state)) refuseSpentBudget(found, budget);
  // Sessions of the new start are left as they are. A retry keeps why the run ended early: the others are still missing. A stopped
  // retry, with nothing else missing, is continued.
  const [resumed] = await database.query<{ start: number }>(
    `WITH missing AS (
       SELECT id FROM rehearse.session WHERE run = $1 AND state NOT IN ('played', 'crashed')
     ), resumed AS (
       UPDATE rehearse.run SET state = 'queued', start = start + 1, error = CASE WHEN $3::text IS NULL THEN NULL ELSE error END, ended = NULL,
         cap = coalesce($2, cap),
         retried = coalesce($3, (SELECT id FROM missing WHERE id = run.retried AND (SELECT count(*) FROM missing) = 1))
       WHERE id = $1 AND state IN ('stopped', 'finished', 'failed') RETURNING start, retried
     ), kept AS (
       UPDATE rehearse.session SET start = resumed.start, error = error - 'final',
         state = CASE WHEN state IN ('queued', 'playing') THEN 'stopped' ELSE state END
       FROM resumed WHERE run = $1 AND id <> resumed.retried
     )
     SELECT start FROM resumed`,
    [id, budget ?? null, only ?? null],
  );
  const now = await runRow(database, id);
  // Its job may have been lost on the way. One that is there already is not queued twice.
  if (resumed || (now.state === "queued" && (only === undefined || now.retried === only))) {
    await queue.sendRun({ run: id, start: resumed?.start ?? now.start });
    return "queued";
  }
  throw notNow(
    `The run ${id}`,
    only === undefined ? "resumed" : "retried",
    state,
    state === "stopping"
      ? "Wait until its sessions have stopped."
      : `Wait until it has ended, or stop it with \`rehearse runs stop ${id}\`.`,
  );
}

/** A budget that allows no further call would only stop the run again. */
function refuseSpentBudget({ id, error, cap, atMost }: QueuedRun, budget: number | undefined): void {
  const asked = budget ?? cap;
  if (asked === null || (asked > atMost && (error?.exit !== 4 || cap === null || asked > cap))) return;
  throw new HarnessError({
    code: "budget-too-small",
    message: `The run ${id} has spent ${usd(atMost)}: a budget of ${usd(asked)} is not enough to continue.`,
    remedy: `Resume it with a larger budget: \`rehearse runs resume ${id} --budget USD\`.`,
  });
}

/** Continues one crashed or stopped session, and no other, once the run has ended. Gives its name. */
export async function retrySession(
  database: Database,
  queue: Queue,
  run: string,
  session: string,
): Promise<string> {
  await findRun(database, run);
  // The number that begins its name is enough.
  const named = await database.query<{ id: string; state: SessionState }>(
    "SELECT id, state FROM rehearse.session WHERE run = $1 AND (id = $2 OR starts_with(id, $2 || '-')) ORDER BY id <> $2",
    [run, session],
  );
  const found = named[0]?.id === session || named.length === 1 ? named[0] : undefined;
  if (!found)
    throw new HarnessError({
      code: "unknown-session",
      message:
        named.length > 1
          ? `"${session}" is not the name of one session of the run ${run}: ${named.map(({ id }) => id).join(", ")}.`
          : `The run ${run} has no session "${session}".`,
      remedy: `List them with \`rehearse runs show ${run}\`.`,
    });
  if (found.state !== "crashed" && found.state !== "stopped")
    throw notNow(
      `The session ${found.id}`,
      "retried",
      found.state,
      "Only a crashed or stopped session can be retried.",
    );
  await resumeRun(database, queue, run, { only: found.id });
  return found.id;
}

/** Removes every row of a run that is over. */
export async function deleteRun(database: Database, id: string): Promise<void> {
  const { state } = await findRun(database, id);
  const gone = await database.transaction(async (query) => {
    // Sessions and refusals go with the run; files, lines and money go with their folder.
    const deleted = await query(
      "DELETE FROM rehearse.run WHERE id = $1 AND state IN ('stopped', 'finished', 'failed') RETURNING id",
      [id],
    );
    if (deleted.length === 0) return false;
    for (const table of ["folder", "allowance", "spent"])
      await query(`DELETE FROM rehearse.${table} WHERE run = $1`, [id]);
    await query(`DELETE FROM ${QUEUE_SCHEMA}.job WHERE data->>'run' = $1`, [id]);
    return true;
  });
  if (!gone)
    throw notNow(`The run ${id}`, "deleted", state, `Stop it first with \`rehearse runs stop ${id}\`.`);
}

const notNow = (what: string, done: string, state: RunState | SessionState, remedy: string) =>
  new HarnessError({
    code: "run-state",
    message: done === state ? `${what} is already ${state}.` : `${what} cannot be ${done}: it is ${state}.`,
    remedy,
  });
