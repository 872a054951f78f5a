/** Plays one session of a queued run under a lease, and reports how it ended. */
import { join } from "node:path";
import { takeFolder, toJsonb } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import { InterruptedError } from "../models/index.ts";
import { checkName, remove } from "../store/index.ts";
import { inProcessEngine, type JobEnd } from "./in-process-engine.ts";
import type { QueuedJob } from "./queue.ts";
import { runRow, storedError, type RunRow } from "./queued-runs.ts";
import { handedOver, NOT_ITS_FAULT, refusedByAll, type WorkerContext } from "./worker-context.ts";
import type { OpenRun } from "./worker-runs.ts";

/** A session that ends its worker this often is at fault itself. */
const MOST_DELIVERIES = 20;
/** So is one with which the database reports an error this often: each time its last calls are paid for again. */
const MOST_DATABASE_ERRORS = 3;

type End = Pick<JobEnd<unknown, unknown>, "attempts"> & {
  output?: unknown;
  error?: HarnessError;
  final?: boolean;
};

export function createSessionPlayer({ database, runs, id, dir, log }: WorkerContext, onPlayed: () => void) {
  return session;

  async function session(
    { run: runId, session: name, start }: QueuedJob,
    { drain, stop }: { drain: AbortSignal; stop: AbortSignal },
  ): Promise<void> {
    checkName(runId, "run");
    checkName(name!, "session");
    await runs.refuseKnown(runId, start);
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
    if (!isOpen(run, start)) {
      await database.query(
        "UPDATE rehearse.session SET state = 'stopped', changed = clock_timestamp() WHERE run = $1 AND id = $2 AND start = $3 AND worker = $4",
        [runId, name, start, id],
      );
      return;
    }
    if ((row.input as { sessionId?: unknown } | null)?.sessionId !== name) throw mismatched(name!);
    const place = join(dir, runId);
    const copy = join(place, "sessions", name!);
    remove(copy);
    const folder = await takeFolder(database, { run: runId, name: name!, dir: copy, holder: id });
    const own = { name: name!, epoch: folder.epoch, deliveries: row.deliveries };
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
      await report(run, own, end);
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
      await report(run, own, { attempts: 1, error });
    } finally {
      await folder.close().catch(() => {});
      remove(copy);
    }
  }

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
    const outdated = runs.outdatedFor(run);
    if (outdated) return { attempts: 1, error: outdated, final: true };
    let opening: OpenRun;
    try {
      opening = await runs.opened(run, place);
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      return { attempts: 1, error, final: true };
    }
    const { work, attempts, isFinal } = opening;
    let turns = before;
    let end: End = { attempts: 0, error: new InterruptedError() };
    const onTurn = (turn = turns + 1) => {
      turns = turn;
      void database
        .query(
          "UPDATE rehearse.session SET turns = $3, changed = clock_timestamp() WHERE run = $1 AND id = $2 AND turns < $3 AND worker = $4",
          [run.id, name, turn, id],
        )
        .catch(() => {});
    };
    log("playing", { run: run.id, session: name });
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
  async function report(
    run: RunRow,
    { name, epoch, deliveries }: { name: string; epoch: number; deliveries: number },
    end: End,
  ): Promise<void> {
    let { error } = end;
    const stopped = error?.exit === 130;
    const giveBack = async (why: HarnessError): Promise<never> => {
      await database.query(
        "UPDATE rehearse.session SET state = 'queued', worker = NULL, deliveries = deliveries - $4, changed = clock_timestamp() WHERE run = $1 AND id = $2 AND worker = $3 AND state = 'playing'",
        [run.id, name, id, isDatabaseError(why) ? 0 : 1],
      );
      throw why;
    };
    const isRepeated = isDatabaseError(error) && deliveries >= MOST_DATABASE_ERRORS;
    if (error && NOT_ITS_FAULT.has(error.code) && !isRepeated) return giveBack(error);
    if (stopped && isOpen(await runRow(database, run.id), run.start)) return giveBack(handedOver());
    if (error && end.final && !stopped && error.exit !== 4) {
      if (!(await runs.refuse(run, error))) return giveBack(error);
      if (error.exit === 2 && error.code !== "older-worker") error = refusedByAll(error, run.id);
    }
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
        end.output === undefined ? null : toJsonb(end.output),
        error ? toJsonb(storedError(error, end.final === true)) : null,
        end.attempts,
      ],
    );
    if (rows.length === 0) return;
    if (state === "played") onPlayed();
    log(state, { run: run.id, session: name, ...(error && { error: error.message }) });
  }
}

const isOpen = (run: RunRow, start: number): boolean =>
  run.start === start && (run.state === "playing" || run.state === "queued");

const isDatabaseError = (error: unknown): error is HarnessError =>
  error instanceof HarnessError && error.code === "database-error";

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
