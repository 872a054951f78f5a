/** The engine of a run that many workers play: queues its jobs and waits for what the workers report. */
import type { Clock } from "../clock/index.ts";
import { leaseLost, toJsonb, type Database } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import { InterruptedError } from "../models/index.ts";
import type { Engine, Job, JobEnd } from "./in-process-engine.ts";
import type { Queue } from "./queue.ts";
import type { SessionState, StoredError } from "./queued-runs.ts";

/** A session that is neither queued nor being played. */
export type Ended = { id: string; state: SessionState };
type Row = Ended & { attempts: number; error: StoredError | null };

const CHUNK = 1000;
const POLL_MS = 500;
/** Now and then everything is looked at: a change may become visible long after it was made. */
const SWEEP_MS = 30_000;
const OURS = "SELECT 1 FROM rehearse.folder WHERE run = $1 AND name = '' AND epoch = $4";
const HELD = `${OURS} FOR SHARE`;
/** Rows may become visible later than they were changed. */
const OVERLAP = "15 seconds";

export function queueEngine({
  database,
  queue,
  clock,
  run,
  start,
  epoch,
  atOnce = Infinity,
  retried,
  fetchSessions,
  released,
}: {
  database: Database;
  queue: Queue;
  clock: Clock;
  run: string;
  start: number;
  /** Of the run's own folder: a coordinator that lost it queues nothing more. */
  epoch: number;
  /** Jobs that are queued or under way. Without it all are queued at once. */
  atOnce?: number;
  /** Only this session is played. Of the others, those that were played before are reported and the rest is left out. */
  retried?: string;
  /** Copies what ended sessions have stored to where the strategy reads it. */
  fetchSessions: (ended: readonly Ended[]) => Promise<void>;
  /** Aborted when this coordinator lets go: another one continues. */
  released: AbortSignal;
}): Engine {
  /** Queues jobs that are not queued yet. Rows of this start are left alone: they belong to an earlier coordinator, or are kept. */
  async function enqueue(jobs: ReadonlyArray<Job<unknown>>): Promise<void> {
    for (let at = 0; at < jobs.length; at += CHUNK) {
      const chunk = jobs.slice(at, at + CHUNK);
      const queued = await database.query<{ id: string }>(
        `INSERT INTO rehearse.session AS had (run, id, start, input)
         SELECT $1, job->>'id', $2, job->'input' FROM jsonb_array_elements($3::jsonb) job
         WHERE EXISTS (${HELD}) AND ($5::text IS NULL OR job->>'id' = $5)
         ON CONFLICT (run, id) DO UPDATE SET start = $2, state = 'queued', input = excluded.input, output = NULL, error = NULL,
           attempts = 0, deliveries = 0, worker = NULL, changed = clock_timestamp() WHERE had.start < $2
         RETURNING id`,
        [run, start, toJsonb(chunk), epoch, retried ?? null],
      );
      // A job may have been lost between the row and the queue; one too many does no harm.
      const open =
        queued.length === chunk.length
          ? queued
          : await database.query<{ id: string }>(
              "SELECT id FROM rehearse.session WHERE run = $1 AND start = $2 AND state = 'queued' AND id = ANY($3)",
              [run, start, chunk.map(({ id }) => id)],
            );
      await queue.sendSessions(open.map(({ id }) => ({ run, start, session: id })));
    }
  }

  /** Those that were queued at some time. */
  const known = async (jobs: ReadonlyArray<Job<unknown>>): Promise<Set<string>> =>
    new Set(
      (
        await database.query<{ id: string }>(
          "SELECT id FROM rehearse.session WHERE run = $1 AND id = ANY($2)",
          [run, jobs.map(({ id }) => id)],
        )
      ).map(({ id }) => id),
    );

  return {
    async run<In, Out>(
      _work: unknown,
      jobs: Iterable<Job<In>>,
      {
        signal,
        onStart,
        onEnd,
      }: {
        signal?: AbortSignal;
        onStart?: (job: Job<In>) => void;
        onEnd?: (end: JobEnd<In, Out>) => void;
      },
    ) {
      const drawn = jobs[Symbol.iterator]();
      const waiting = new Map<string, { job: Job<In>; begun: boolean }>();
      let endedBy: HarnessError | undefined;
      let isDrawn = false;
      let since = "-infinity";
      let sweepAt = clock.now() + SWEEP_MS;
      for (;;) {
        const fresh: Job<In>[] = [];
        if (endedBy) isDrawn = true;
        while (!isDrawn && waiting.size < atOnce) {
          const { value: job, done } = drawn.next();
          isDrawn = done === true;
          if (done) break;
          waiting.set(job.id, { job, begun: false });
          fresh.push(job);
        }
        await enqueue(fresh);
        if (retried !== undefined && fresh.length > 0) {
          const queued = await known(fresh);
          for (const { id } of fresh) if (!queued.has(id)) waiting.delete(id);
          if (waiting.size === 0 && !isDrawn) continue;
        }
        if (waiting.size === 0 && isDrawn) return endedBy ? { endedBy } : {};

        const [now] = await database.query<{ state: string; at: string }>(
          `SELECT state, (clock_timestamp() - $2::interval)::text AS at FROM rehearse.run
           WHERE id = $1 AND start = $3 AND state IN ('playing', 'stopping') AND EXISTS (${OURS})`,
          [run, OVERLAP, start, epoch],
        );
        // Stopped without this worker, and perhaps resumed, deleted or taken over.
        if (!now) throw leaseLost(run, "");
        if ((now.state === "stopping" || signal?.aborted) && !endedBy) {
          endedBy = new InterruptedError();
          await unqueue();
        }
        if (clock.now() >= sweepAt || fresh.length > CHUNK) {
          since = "-infinity";
          sweepAt = clock.now() + SWEEP_MS;
        }
        // Jobs that were just drawn may have ended under an earlier coordinator.
        const changed = await database.query<Row>(
          `SELECT id, state, attempts, error FROM rehearse.session
           WHERE run = $1 AND start = $2 AND state <> 'queued' AND (changed > $3::timestamptz OR id = ANY($4))`,
          [run, start, since, fresh.slice(0, CHUNK).map(({ id }) => id)],
        );
        since = now.at;
        let ended = 0;
        await fetchSessions(changed.filter(({ id, state }) => state !== "playing" && waiting.has(id)));
        for (const row of changed) {
          const known = waiting.get(row.id);
          if (!known) continue;
          if (!known.begun) {
            known.begun = true;
            onStart?.(known.job);
          }
          if (row.state === "playing") continue;
          ended++;
          waiting.delete(row.id);
          onEnd?.(await endOf(known.job, row));
          if (row.error?.final && !endedBy) {
            endedBy = revived(row.error);
            await unqueue();
          }
        }
        if (ended === 0) await clock.sleep(POLL_MS, released);
        released.throwIfAborted();
      }

      async function endOf(job: Job<In>, { id, state, attempts, error }: Row): Promise<JobEnd<In, Out>> {
        if (state === "played") {
          const [row] = await database.query<{ output: Out }>(
            "SELECT output FROM rehearse.session WHERE run = $1 AND id = $2",
            [run, id],
          );
          return { job, attempts, output: row!.output };
        }
        // What stops all sessions is nobody's second failure.
        return {
          job,
          attempts: state === "crashed" ? attempts : 0,
          error: error ? revived(error) : new InterruptedError(),
        };
      }

      /** Those that no worker has begun are stopped where they are. */
      async function unqueue(): Promise<void> {
        await database.query(
          `UPDATE rehearse.session SET state = 'stopped', changed = clock_timestamp()
           WHERE run = $1 AND start = $2 AND state = $3 AND EXISTS (${HELD})`,
          [run, start, "queued", epoch],
        );
      }
    },
  };
}

const revived = ({ code, message, remedy, exit }: StoredError): HarnessError =>
  new HarnessError({ code, message, remedy, exit });
