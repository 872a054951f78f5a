/** Coordinates a run under a lease: decides what is queued next, and writes the report. */
import { join } from "node:path";
import { fetchFolders, takeFolder, toJsonb } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import { InterruptedError } from "../models/index.ts";
import { checkName, FileError, makeFolder, remove } from "../store/index.ts";
import { queueEngine, type Ended } from "./queue-engine.ts";
import type { QueuedJob } from "./queue.ts";
import { runRow, storedError } from "./queued-runs.ts";
import { NOT_ITS_FAULT, refusedByAll, type WorkerContext } from "./worker-context.ts";

export async function coordinateRun(
  { database, queue, clock, tasks, runs, id, dir, log }: WorkerContext,
  { run: runId, start }: QueuedJob,
  stop: AbortSignal,
): Promise<void> {
  checkName(runId, "run");
  await runs.refuseKnown(runId, start);
  const [taken] = await database.query(
    "UPDATE rehearse.run SET state = CASE state WHEN 'queued' THEN 'playing' ELSE state END WHERE id = $1 AND start = $2 AND state IN ('queued', 'playing', 'stopping') RETURNING id",
    [runId, start],
  );
  if (!taken) return;
  const run = await runRow(database, runId);
  const outdated = runs.outdatedFor(run);
  if (outdated && !(await runs.refuse(run, outdated))) throw outdated;
  const place = join(dir, `${runId}.coordinator`);
  remove(place);
  log("coordinating", { run: runId });
  const folder = await takeFolder(database, { run: runId, name: "", dir: place, holder: id });
  const over = AbortSignal.any([stop, folder.lost]);
  makeFolder(join(place, "sessions"));
  const fetched = new Set<string>();
  let filesRead: readonly string[] | undefined;
  /** A session that has ended does not change again during this start. */
  const fetchSessions = async (ended: readonly Ended[]) => {
    const fresh = ended.filter(({ id: name }) => !fetched.has(name));
    for (const [played, some] of Map.groupBy(fresh, ({ state }) => state === "played"))
      await fetchFolders(database, {
        run: runId,
        names: some.map(({ id: name }) => name),
        files: played ? filesRead : undefined,
        dirOf: (name) => join(place, "sessions", checkName(name, "session")),
      });
    for (const { id: name } of fresh) fetched.add(name);
  };
  const fetchEnded = async (files?: readonly string[]) => {
    filesRead = files;
    const ended = await database.query<Ended & { start: number }>(
      "SELECT id, state, start FROM rehearse.session WHERE run = $1 AND state NOT IN ('queued', 'playing')",
      [runId],
    );
    await fetchSessions(ended);
    // Those of an earlier start may be played again.
    for (const one of ended) if (one.start !== start) fetched.delete(one.id);
  };
  try {
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
    const conducted = outdated ? Promise.resolve(outdated) : tasks.conduct(run, place, engine, fetchEnded);
    const failed = await conducted.catch(async (error: unknown) => {
      if (over.aborted || !(error instanceof HarnessError) || NOT_ITS_FAULT.has(error.code)) throw error;
      if (error.exit !== 2 && !(error instanceof FileError)) return error;
      // Another worker may have what is missing here, such as a key or room on its disk.
      if (!(await runs.refuse(run, error))) throw error;
      return refusedByAll(error, runId);
    });
    await folder.committed();
    // A worker that cannot play it can stop it.
    const isStopping = failed?.exit === 2 && (await runRow(database, runId)).state === "stopping";
    const endedBy = isStopping ? new InterruptedError() : failed;
    const isMissingOthers = !endedBy && run.retried !== null && (await endedEarlierThanPlanned());
    const state = isMissingOthers
      ? "stopped"
      : !endedBy
        ? "finished"
        : endedBy.exit === 130 || endedBy.exit === 4
          ? "stopped"
          : "failed";
    await database.query(
      `WITH held AS (SELECT 1 FROM rehearse.folder WHERE run = $1 AND name = '' AND epoch = $2 FOR SHARE)
       UPDATE rehearse.run SET state = $3, error = CASE WHEN $6 THEN error ELSE $4 END, ended = now() WHERE id = $1 AND start = $5 AND EXISTS (SELECT 1 FROM held)`,
      [
        runId,
        folder.epoch,
        state,
        endedBy ? toJsonb(storedError(endedBy, true)) : null,
        start,
        isMissingOthers,
      ],
    );
    log(`run ${state}`, { run: runId, ...(endedBy && { error: endedBy.message }) });
  } finally {
    await folder.close().catch(() => {});
    remove(place);
  }

  /** One retried session does not finish a run that ended early: its error is kept until everything planned was played. */
  async function endedEarlierThanPlanned(): Promise<boolean> {
    const found = await database.query(
      `SELECT 1 FROM rehearse.run WHERE id = $1 AND error IS NOT NULL
         AND planned > (SELECT count(*) FROM rehearse.session WHERE run = $1 AND state IN ('played', 'crashed'))`,
      [runId],
    );
    return found.length > 0;
  }
}
