/**
 * A database that fails while a worker plays: its disk is full, it is away for longer than workers wait, or a newer version has changed
 * it. Each time the log says so, no session counts as crashed, nothing stored is lost, and the run ends once.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, migrate, SCHEMA_VERSION, type Database } from "../../src/kernel/database/index.ts";
import { findRun, sessionsOf } from "../../src/kernel/engine/index.ts";
import type { RehearseProcess } from "../support/cli/rehearse-process.ts";
import { booksOf } from "../support/model-servers/killed-books.ts";
import { openTable, type Table } from "../support/model-servers/playtest-table.ts";
import { canMount, startPostgres, type Postgres } from "../support/postgres.ts";

const FULL = process.env["REHEARSE_FULL"] !== undefined;
const CLIENT = "worked";
const SESSIONS = 2;
const TURNS = 5;
const soon = { timeout: 30_000, interval: 50 };

let postgres: Postgres;
let table: Table;
let database: Database;
/** Played by one test after the other. */
let worker: RehearseProcess;
/** Holds the models' answers back. */
let held: Promise<void> | undefined;
beforeAll(async () => {
  postgres = await startPostgres(canMount ? { diskMb: 128 } : {});
  table = await openTable({ endsAt: TURNS, pause: async () => (await delay(20), held) });
  writeFileSync(
    join(table.dir, "small.yaml"),
    `stories: [innsmouth]\nsystemPrompts: { baseline: baseline }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: ${SESSIONS}\nplayers: 2\nmaxTurnsPerSession: 10\n`,
  );
  database = await connectDatabase(postgres.url, { clock: systemClock });
  await migrate(database);
  worker = startWorker();
}, 60_000);
afterAll(async () => {
  await table[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const startWorker = (...args: string[]) =>
  table.rehearse(CLIENT, "worker", "--engine", postgres.url, "--log", "json", ...args);
const run = (...args: string[]) => table.run(CLIENT, ...args, "--engine", postgres.url, "--json");

/** Queues a run, and waits until its sessions are under way. */
async function begin(): Promise<{ id: string; asked: number }> {
  const asked = table.server.log.length;
  const { exit, stdout, stderr } = await run("matrix", "--plan", "small.yaml", "--detach");
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  const { run: id } = JSON.parse(stdout) as { run: string };
  await vi.waitFor(async () => {
    const turns = (await sessionsOf(database, id)).map((session) => session.turns);
    expect(turns.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(SESSIONS);
  }, soon);
  return { id, asked };
}

/** The run ends by itself: every session once, with each answered call in the books. Gives the calls that were cut off. */
async function expectPlayedOnce({ id, asked }: { id: string; asked: number }): Promise<number> {
  await vi.waitFor(async () => expect((await findRun(database, id)).state).toBe("finished"), soon);
  const sessions = await sessionsOf(database, id);
  expect(sessions.map(({ state, turns, error }) => [state, turns, error])).toEqual(
    Array.from({ length: SESSIONS }, () => ["played", TURNS, null]),
  );
  expect(await run("export", id, "--to", id)).toMatchObject({ exit: 0 });
  const { booked, atMost, inFlight } = booksOf(
    sessions.map((session) => join(table.dir, id, "sessions", session.id)),
    table.server.log.slice(asked),
  );
  const found = await findRun(database, id);
  expect(found.cost).toBeCloseTo(booked, 9);
  expect(found.atMost).toBeCloseTo(atMost, 9);
  // No worker was lost.
  expect(
    await database.query("SELECT DISTINCT deliveries FROM rehearse.session WHERE run = $1", [id]),
  ).toEqual([{ deliveries: 1 }]);
  return inFlight;
}

/** Full, until the function that it returns is called. Where no disk can be mounted, Postgres is made to report it. */
async function fillDisk(): Promise<() => Promise<void>> {
  if (postgres.disk) {
    postgres.disk.fill();
    return async () => {
      // A log that it cannot write ends Postgres.
      await using impatient = await connectDatabase(postgres.url, { clock: systemClock, patienceMs: 0 });
      const writeLog = () =>
        impatient.query("SELECT pg_switch_wal(), pg_logical_emit_message(true, 'test', 'full')");
      while (await writeLog().catch(() => undefined));
      postgres.disk!.free();
      // It may be about to end.
      await vi.waitFor(async () => {
        await postgres.start();
        await impatient.query("SELECT 1");
      }, soon);
    };
  }
  await database.query(`
    CREATE FUNCTION rehearse.no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON rehearse.line EXECUTE FUNCTION rehearse.no_room()`);
  return async () => void (await database.query("DROP FUNCTION rehearse.no_room CASCADE"));
}

test(
  `a full disk is waited out, and no call is cut off${canMount ? "" : " (no disk can be mounted here: a trigger reports it)"}`,
  { timeout: 60_000 },
  async () => {
    const playing = await begin();
    const free = await fillDisk();
    await vi.waitFor(
      () => expect(worker.said.stdout).toMatch(/"Waiting for the database: .*No space left on device/),
      soon,
    );
    const shown = await run("runs", "show", playing.id);
    expect({ exit: shown.exit, run: JSON.parse(shown.stdout) as unknown }).toMatchObject({
      exit: 0,
      run: { state: "playing", error: null, sessions: [{ state: "playing" }, { state: "playing" }] },
    });
    await free();
    expect(await expectPlayedOnce(playing)).toBe(0);
  },
);

test(
  "a worker returns its sessions and ends when a newer version changes the database",
  { timeout: 60_000 },
  async () => {
    const playing = await begin();
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    await database.query("INSERT INTO rehearse.step (number) VALUES ($1)", [SCHEMA_VERSION + 1]);
    await vi.waitFor(() => expect(worker.said.stdout).toContain('"draining"'), soon);
    held = undefined;
    gate.resolve();
    expect(await worker.ended).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(
        new RegExp(
          `schema ${SCHEMA_VERSION + 1}; this version of rehearse knows ${SCHEMA_VERSION}\\. The worker stops\\.\nUpgrade rehearse`,
        ),
      ),
    });
    const left = await sessionsOf(database, playing.id);
    expect(left.map(({ state, worker: by }) => [state, by])).toEqual([
      ["queued", null],
      ["queued", null],
    ]);
    for (const args of [["worker"], ["runs"], ["runs", "stop", playing.id]])
      expect(await table.run(CLIENT, ...args, "--engine", postgres.url)).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining(`has schema ${SCHEMA_VERSION + 1}`),
      });

    await database.query("DELETE FROM rehearse.step WHERE number > $1", [SCHEMA_VERSION]);
    worker = startWorker("--patience", "1");
    expect(await expectPlayedOnce(playing)).toBe(0);
  },
);

test(
  "a database that is away for longer than a worker waits: sessions are given back, and played when it is there again",
  { timeout: 60_000 },
  async () => {
    const playing = await begin();
    // The models hold their answers back until the database is away: then it is known which calls are in flight.
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    await delay(1000);
    const inFlight = table.server.log.slice(playing.asked).filter(({ answered }) => !answered).length;
    await postgres.stop("immediate");
    held = undefined;
    gate.resolve();
    await vi.waitFor(
      () =>
        expect(worker.said.stdout.match(/"returned".*"session".*cannot be reached/g)).toHaveLength(SESSIONS),
      soon,
    );
    await postgres.start();
    // Their answers could not be stored: they were asked again. No others were.
    expect(inFlight).toBeGreaterThan(0);
    expect(await expectPlayedOnce(playing)).toBe(inFlight);

    await postgres.stop("immediate");
    worker.kill("SIGTERM");
    expect(await worker.ended).toMatchObject({
      exit: 130,
      stderr: expect.stringContaining("cannot be reached"),
    });
  },
);

test(
  "a database that hangs counts as away: sessions are given back, commands and SIGTERM do not wait for it",
  { timeout: 120_000 },
  async () => {
    await postgres.start();
    worker = startWorker("--patience", "5");
    const playing = await begin();
    // Both sessions have an answer to store when it hangs.
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    await delay(500);
    const resume = postgres.hang();
    held = undefined;
    gate.resolve();
    const commands = Promise.all([run("runs"), run("matrix", "--plan", "small.yaml")]);
    await vi.waitFor(
      () =>
        expect(worker.said.stdout.match(/"returned".*"session".*has not answered for/g)).toHaveLength(
          SESSIONS,
        ),
      soon,
    );
    for (const command of await commands)
      expect(command).toMatchObject({
        exit: 3,
        stdout: expect.stringContaining("cannot be reached: it has not answered for 10 seconds") as unknown,
      });
    resume();
    await expectPlayedOnce(playing);

    // A worker that has nothing to finish ends at once; another one when its time to drain is over.
    if (FULL) await begin();
    const hungAt = performance.now();
    postgres.hang();
    worker.kill("SIGTERM");
    expect(await worker.ended).toMatchObject({
      exit: 130,
      stderr: expect.stringContaining("has not answered for 5 seconds"),
    });
    expect(performance.now() - hungAt).toBeLessThan(FULL ? 45_000 : 15_000);
  },
);
