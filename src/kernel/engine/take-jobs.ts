/**
 * Takes jobs of one kind from the queue and keeps them alive. One query looks for work and one renews all leases, however many jobs
 * are played at once.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Job, PgBoss } from "pg-boss";
import { toJsonb } from "../database/index.ts";

export type JobTaker = {
  /** Takes no new jobs for a while, so that others get those that it gave back. */
  pause(ms: number): void;
  /** Takes no more jobs. Resolves when those under way have ended; after the timeout they are given back. */
  drain(timeoutMs: number): Promise<void>;
};

const POLL_MS = 500;

export function takeJobs<T>({
  boss,
  name,
  atOnce,
  leaseSeconds,
  handle,
  onError,
}: {
  boss: PgBoss;
  name: string;
  atOnce: number;
  leaseSeconds: number;
  /** `lost` is aborted when the queue has given the job to somebody else. A job that throws is handed out again. */
  handle: (data: T, lost: AbortSignal) => Promise<void>;
  onError: (message: string) => void;
}): JobTaker {
  const held = new Map<Job<T>, { lost: AbortController; ended: Promise<void> }>();
  const draining = new AbortController();
  const over = new AbortController();
  let pauses = 0;
  let wake = () => {};

  const settle = async (job: Job<T>, lost: AbortController) => {
    try {
      await handle(job.data, lost.signal);
      await boss.complete(name, job);
    } catch (error) {
      const why = { message: error instanceof Error ? error.message : String(error) };
      await boss.fail(name, job, JSON.parse(toJsonb(why)) as typeof why);
    }
  };
  const begin = (job: Job<T>) => {
    const lost = new AbortController();
    const ended = settle(job, lost)
      // The lease ends by itself.
      .catch((error: unknown) => onError(String(error)))
      .finally(() => {
        held.delete(job);
        wake();
      });
    held.set(job, { lost, ended });
  };

  const take = async () => {
    while (!draining.signal.aborted) {
      const free = atOnce - held.size;
      let found = 0;
      if (free > 0 && pauses === 0)
        try {
          // Half of the free places at a time: other workers look too.
          const jobs = await boss.fetch<T>(name, { batchSize: Math.ceil(free / 2) });
          jobs.forEach(begin);
          found = jobs.length;
        } catch (error) {
          onError(String(error));
        }
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await Promise.race([
        delay(found > 0 ? POLL_MS / 10 : POLL_MS, undefined, { signal: draining.signal }).catch(() => {}),
        ...(found > 0 ? [] : [woken]),
      ]);
    }
  };
  const renew = async () => {
    while (!over.signal.aborted) {
      await delay((leaseSeconds * 1000) / 4, undefined, { signal: over.signal }).catch(() => {});
      const jobs = [...held.keys()];
      if (over.signal.aborted || jobs.length === 0) continue;
      try {
        // Not in pg-boss's declarations: the ids that were renewed. The others belong to somebody else.
        const { settled } = (await boss.touch(name, jobs)) as { settled?: string[] };
        if (!settled) throw new Error("pg-boss does not say which leases it renewed.");
        const renewed = new Set(settled);
        for (const job of jobs) if (!renewed.has(job.id)) held.get(job)?.lost.abort();
      } catch (error) {
        // It says nothing about the lease.
        onError(String(error));
      }
    }
  };
  const taking = take();
  const renewing = renew();

  return {
    pause(ms) {
      pauses++;
      setTimeout(() => pauses--, ms).unref();
    },
    async drain(timeoutMs) {
      draining.abort();
      const ended = taking.then(() => Promise.all([...held.values()].map((one) => one.ended)));
      await Promise.race([ended, delay(timeoutMs, undefined, { signal: over.signal }).catch(() => {})]);
      over.abort();
      await renewing;
      const left = [...held.keys()];
      if (left.length > 0) await boss.fail(name, left, { message: "The worker has ended." });
    },
  };
}
