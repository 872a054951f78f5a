/**
 * A database that fails while a worker plays: its disk is full, it is away for longer than workers wait, or a newer version has changed
 * it. Each time the log says so, no session counts as crashed, nothing stored is lost, and the run ends once.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, SCHEMA_VERSION, type Database } from "../../src/kernel/database/index.ts";
import type { QueuedRun, QueuedSession } from "../../src/kernel/engine/index.ts";
import { booksOf } from "../support/model-servers/killed-books.ts";
import { openTable, type Table } from "../support/model-servers/playtest-table.ts";
import { canMount, startPostgres, type Postgres } from "../support/postgres.ts";

const SESSIONS = 3;
const TURNS = 6;
const soon = { timeout: 30_000, interval: 50 };

let postgres: Postgres;
let table: Table;
let database: Database;
beforeAll(async () => {
  postgres = await startPostgres(canMount ? { diskMb: 128 } : {});
  table = await openTable({ endsAt: TURNS, pause: () => delay(40) });
  database = await connectDatabase(postgres.url, { clock: systemClock });
  writeFileSync(
    join(table.dir, "small.yaml"),
    `stories: [innsmouth]\nsystemPrompts: { baseline: baseline }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: ${SESSIONS}\nplayers: 2\nmaxTurnsPerSession: 10\n`,
  );
}, 60_000);
afterAll(async () => {
  await table[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const worker = (client: string, ...args: string[]) =>
  table.rehearse(
    client,
    ...["worker", "--engine", postgres.url, "--concurrency", "2", "--log", "json", ...args],
  );

async function submit(client: string): Promise<string> {
  const { exit, stdout, stderr } = await table.run(
    client,
    ...["matrix", "--plan", "small.yaml", "--out", client, "--engine", postgres.url, "--detach", "--json"],
  );
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  return (JSON.parse(stdout) as { run: string }).run;
}

type Shown = Omit<QueuedRun, "sessions"> & { sessions: QueuedSession[] };
async function show(id: string): Promise<Shown> {
  const { exit, stdout, stderr } = await table.run(
    "shown",
    ...["runs", "show", id, "--engine", postgres.url, "--json"],
  );
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  return JSON.parse(stdout) as Shown;
}
const turnsOf = async (id: string): Promise<number> =>
  (
    await database.query<{ n: number }>(
      "SELECT coalesce(sum(turns), 0)::int AS n FROM rehearse.session WHERE run = $1",
      [id],
    )
  )[0]!.n;
const underWay = (id: string) =>
  vi.waitFor(async () => expect(await turnsOf(id)).toBeGreaterThanOrEqual(3), soon);

/** Ended once each, with every answered call in the books, by the model server's own log. Gives the calls that were cut off. */
async function expectPlayedOnce(id: string, client: string): Promise<number> {
  await vi.waitFor(async () => expect((await show(id)).state).toBe("finished"), soon);
  const { sessions, cost, atMost } = await show(id);
  expect(sessions.map(({ state, turns, error }) => [state, turns, error])).toEqual(
    Array.from({ length: SESSIONS }, () => ["played", TURNS, null]),
  );
  const to = `exported-${client}`;
  expect(await table.run(client, "export", id, "--to", to, "--engine", postgres.url)).toMatchObject({
    exit: 0,
  });
  const books = booksOf(
    sessions.map((session) => join(table.dir, to, "sessions", session.id)),
    table.server.of(client),
  );
  expect(cost).toBeCloseTo(books.booked, 9);
  expect(atMost).toBeCloseTo(books.atMost, 9);
  return books.inFlight;
}

/** Full, until the function that it returns is called. Where no disk can be mounted, Postgres is made to report it. */
async function fillDisk(): Promise<() => Promise<void>> {
  if (postgres.disk) {
    postgres.disk.fill();
    return async () => {
      // What ends Postgres is a log that it cannot write.
      await using impatient = await connectDatabase(postgres.url, { clock: systemClock, patienceMs: 0 });
      for (let ended = false; !ended;)
        await impatient
          .query("SELECT pg_switch_wal(), pg_logical_emit_message(true, 'test', 'full')")
          .catch(() => (ended = true));
      postgres.disk!.free();
      await postgres.start();
    };
  }
  await database.query(`
    CREATE FUNCTION rehearse.full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full BEFORE INSERT ON rehearse.line EXECUTE FUNCTION rehearse.full()`);
  return async () => void (await database.query("DROP FUNCTION rehearse.full CASCADE"));
}

test(
  `a full disk is waited out, and no call is cut off${canMount ? "" : " (no disk can be mounted here: a trigger reports it)"}`,
  { timeout: 45_000 },
  async () => {
    const playing = worker("full", "--lease", "30");
    const id = await submit("full");
    await underWay(id);
    const free = await fillDisk();
    await vi.waitFor(() => expect(playing.said.stdout).toContain("No space left on device"), soon);
    const { state, sessions } = await show(id);
    expect({ state, crashed: sessions.filter((one) => one.state === "crashed") }).toEqual({
      state: "playing",
      crashed: [],
    });
    await free();
    expect(await expectPlayedOnce(id, "full")).toBe(0);
    playing.kill("SIGTERM");
    expect(await playing.ended).toMatchObject({ exit: 0 });
    console.log(playing.said.stdout);
  },
);

test("away", { timeout: 45_000 }, async () => {
  const playing = worker("away", "--lease", "10", "--patience", "1");
  const id = await submit("away");
  await underWay(id);
  await postgres.stop("immediate");
  await vi.waitFor(() => expect(playing.said.stdout).toMatch(/"returned".*cannot be reached/), soon);
  await postgres.start();
  console.log(await expectPlayedOnce(id, "away"));
  console.log(await database.query("SELECT deliveries FROM rehearse.session WHERE run = $1", [id]));
  await postgres.stop("immediate");
  await delay(1000);
  const t = Date.now();
  playing.kill("SIGTERM");
  console.log(await playing.ended, Date.now() - t);
  await postgres.start();
});

test("a newer version", { timeout: 45_000 }, async () => {
  const playing = worker("newer");
  const id = await submit("newer");
  await underWay(id);
  await database.query("INSERT INTO rehearse.step (number) VALUES ($1)", [SCHEMA_VERSION + 1]);
  console.log(await playing.ended);
  console.log(await table.run("newer", "worker", "--engine", postgres.url));
  console.log(
    await database.query("SELECT state, turns, worker, deliveries FROM rehearse.session WHERE run = $1", [
      id,
    ]),
  );
  await database.query("DELETE FROM rehearse.step WHERE number = $1", [SCHEMA_VERSION + 1]);
  const next = worker("newer");
  expect(await expectPlayedOnce(id, "newer")).toBe(0);
  next.kill("SIGTERM");
  console.log(await next.ended);
});
