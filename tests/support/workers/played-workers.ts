/** Workers in the process of the test, whose sessions and coordination the test plays itself. */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { connectDatabase, migrate, type Database } from "../../../src/kernel/database/index.ts";
import {
  findRun,
  isOver,
  openQueue,
  startWorker,
  submitRun,
  type Engine,
  type Queue,
  type RunRow,
} from "../../../src/kernel/engine/index.ts";
import type { HarnessError } from "../../../src/kernel/errors/index.ts";
import type { Postgres } from "../postgres.ts";
import { createDatabase } from "./with-postgres.ts";

export const soon = { timeout: 30_000, interval: 100 };

type Play = (input: { sessionId: string }, drain: AbortSignal) => Promise<unknown>;
type Acts = {
  id?: string;
  version?: string;
  sessions?: number;
  play?: Play;
  open?: (run: RunRow, dir: string) => Play;
  conduct?: (
    engine: Engine,
    sessions: () => Iterable<{ id: string; input: unknown }>,
    at: { dir: string; fetchEnded: (files?: readonly string[]) => Promise<void> },
  ) => Promise<HarnessError | undefined>;
};

/** Workers in a database of its own, since workers take the jobs of every run. */
export async function openWorkers(postgres: Postgres, name: string) {
  const ends = new AsyncDisposableStack();
  const url = await createDatabase(postgres, name);
  const database: Database = ends.use(await connectDatabase(url, { clock: systemClock }));
  await migrate(database);
  const queue: Queue = ends.use(await openQueue(url, { onError: () => {} }));
  const dir = mkdtempSync(join(tmpdir(), "rehearse-workers-"));
  const plan = join(dir, "plan");
  mkdirSync(plan);
  const ended = async (run: string) => {
    // expect.poll does not know which of several tests at once it is in.
    await vi.waitFor(async () => expect(isOver((await findRun(database, run)).state)).toBe(true), soon);
    return findRun(database, run);
  };
  return {
    url,
    database,
    queue,
    ended,
    plan,
    submit: (run: string, options: { cap?: number; version?: string; atOnce?: number } = {}) =>
      submitRun(database, queue, {
        name: run,
        kind: "matrix",
        dir: plan,
        planned: 1,
        ...options,
      }),
    async start({ id = "w", version = "1.0.0", sessions = 1, play, open, conduct }: Acts) {
      const own = await openQueue(url, { onError: () => {} });
      const stop = new AbortController();
      const events: Array<Record<string, unknown>> = [];
      function* jobs() {
        for (let number = 1; number <= sessions; number++)
          yield { id: `s${number}`, input: { sessionId: `s${number}` } };
      }
      const worker = await startWorker({
        database,
        queue: own,
        clock: systemClock,
        tasks: {
          openRun: async (run, place) => {
            const own = open?.(run, place) ?? play ?? (async () => ({ turns: 1 }));
            return {
              work: ({ drain }) => ({
                name: "test",
                run: (input) => own(input as { sessionId: string }, drain),
              }),
              attempts: 2,
              isFinal: ({ exit }) => exit === 130,
              close: async () => {},
            };
          },
          conduct: async (_run, place, engine, fetchEnded) =>
            conduct
              ? conduct(engine, jobs, { dir: place, fetchEnded })
              : (await engine.run(undefined as never, jobs(), {} as never)).endedBy,
        },
        id,
        version,
        dir: join(dir, id),
        atOnce: 2,
        pauseMs: 500,
        log: (event, facts) => void events.push({ event, ...facts }),
        signal: stop.signal,
      });
      const end = async () => {
        stop.abort();
        await worker.ended;
        await own[Symbol.asyncDispose]();
      };
      ends.defer(end);
      return { events, end };
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}
