/** Runs that workers play, as they are in the database: what there is, how far each is, and which workers are connected. */
import type { Database } from "../database/index.ts";
import { HarnessError, suggestion, type ExitCode } from "../errors/index.ts";

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
  // The database has no NUL characters, and refuses to look for one.
  const [found] = id.includes("\0") ? [] : await database.query<QueuedRun>(`${RUNS} WHERE run.id = $1`, [id]);
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
export const CONNECTED = "worker.ended IS NULL AND worker.seen > now() - interval '1 minute'";

/** Those that were seen lately. */
export const workersOf = (database: Database): Promise<WorkerRow[]> =>
  database.query<WorkerRow>(
    `SELECT id, host, pid, version, at_once AS "atOnce", playing, started, seen,
       floor(extract(epoch FROM now() - seen))::int AS "silentSeconds" FROM rehearse.worker
     WHERE ${CONNECTED} ORDER BY id`,
  );
