/** Stopping a run without a worker, by the command line. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, migrate, takeFolder, type Database } from "../../src/kernel/database/index.ts";
import { writeFileSafely } from "../../src/kernel/store/index.ts";
import { runRehearse } from "../support/cli/rehearse-process.ts";
import { startPostgres, type Postgres } from "../support/postgres.ts";

const folder = () => mkdtempSync(join(tmpdir(), "rehearse-stop-"));
let postgres: Postgres;
let database: Database;
beforeAll(async () => {
  postgres = await startPostgres();
  database = await connectDatabase(postgres.url, { clock: systemClock });
  await migrate(database);
}, 60_000);
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const runs = (...args: string[]) =>
  runRehearse(["runs", ...args, "--engine", postgres.url, "--json"], { cwd: tmpdir(), env: {} });
const playing = async (run: string) => {
  await database.query(
    "INSERT INTO rehearse.run (id, kind, state, planned) VALUES ($1, 'matrix', 'playing', 2)",
    [run],
  );
  await database.query(
    "INSERT INTO rehearse.session (run, id, start, state, worker, input) VALUES ($1, '1', 1, 'playing', 'w', '{}'), ($1, '2', 1, 'played', 'w', '{}')",
    [run],
  );
};
const seen = (ago: string) =>
  database.query(
    "INSERT INTO rehearse.worker (id, host, pid, version, at_once, seen) VALUES ('w', 'h', 1, '0.1.0', 1, now() - $1::interval) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
    [ago],
  );
const states = async (run: string) =>
  (
    await database.query<{ run: string; sessions: string[] }>(
      "SELECT run.state AS run, array_agg(s.state ORDER BY s.id) AS sessions FROM rehearse.run JOIN rehearse.session s ON s.run = run.id WHERE run.id = $1 GROUP BY run.state",
      [run],
    )
  )[0];

test("without a worker a run stops at once, and a worker that was only silent writes nothing more", async () => {
  await playing("silent");
  const dir = folder();
  const held = await takeFolder(database, { run: "silent", name: "1", dir, holder: "w" });
  await seen("10 seconds");
  expect((await runs("stop", "silent")).exit).toBe(0);
  // It may be alive: it saves its session first.
  expect(await states("silent")).toEqual({ run: "stopping", sessions: ["playing", "played"] });
  await writeFileSafely(join(dir, "turn-1.json"), "in time");

  await seen("2 minutes");
  expect(await runs("stop", "silent")).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining("Stopped silent: no worker is connected") as unknown,
  });
  expect(await states("silent")).toEqual({ run: "stopped", sessions: ["stopped", "played"] });
  await expect(writeFileSafely(join(dir, "turn-2.json"), "late")).rejects.toMatchObject({
    code: "lease-lost",
  });
  expect(held.lost.aborted).toBe(true);
  expect(await database.query("SELECT path FROM rehearse.file")).toEqual([{ path: "turn-1.json" }]);
});
