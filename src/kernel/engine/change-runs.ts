/** Queues, stops, resumes, retries and deletes runs. Everything is in the database: none of it needs a live coordinator. */
import { usd } from "../budget/index.ts";
import { QUEUE_SCHEMA, takeFolder, toJsonb, type Database } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import { InterruptedError } from "../models/index.ts";
import { copy, remove, temporaryFolder } from "../store/index.ts";
import type { Queue } from "./queue.ts";
import {
  CONNECTED,
  findRun,
  isOver,
  runRow,
  storedError,
  type QueuedRun,
  type RunState,
  type SessionState,
} from "./queued-runs.ts";

/** Whether this role may stop and resume runs, or only read them. */
export async function mayControl(database: Database): Promise<boolean> {
  const [role] = await database.query<{ may: boolean }>(
    `SELECT has_table_privilege('rehearse.run', 'UPDATE') AND has_table_privilege('rehearse.session', 'UPDATE')
       AND has_table_privilege('${QUEUE_SCHEMA}.job', 'INSERT') AS may`,
  );
  return role!.may;
}

/** Stores the folder of a planned run and queues it. Returns its id: the name, with a number appended if it is taken. */
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

/** Continues one crashed or stopped session, and no other, once the run has ended. Returns its name. */
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
