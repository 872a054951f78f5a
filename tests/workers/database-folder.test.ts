/** A folder kept in a real Postgres: storing, fencing, and a restart of the server. */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { QueryResultRow } from "pg";
import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import {
  connectDatabase,
  fetchFolder,
  migrate,
  refreshFolder,
  takeFolder,
  type CopiedFiles,
  type Database,
} from "../../src/kernel/database/index.ts";
import { deleteRun, mirrorRuns, openQueue } from "../../src/kernel/engine/index.ts";
import { openJournal } from "../../src/kernel/journal/index.ts";
import { makeFolder, move, openLineLog, remove, writeFileSafely } from "../../src/kernel/store/index.ts";
import type { Postgres } from "../support/postgres.ts";
import { withPostgres } from "../support/workers/with-postgres.ts";

let postgres: Postgres;
let database: Database;
withPostgres((opened) => void ({ postgres, database } = opened));

const folder = () => mkdtempSync(join(tmpdir(), "rehearse-folder-"));
const filesIn = (dir: string) =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(dir.length + 1),
        readFileSync(join(entry.parentPath, entry.name), "utf8"),
      ]),
  );
const stored = async (run: string, name = "one") => {
  const dir = folder();
  await fetchFolder(database, { run, name, dir });
  return filesIn(dir);
};

test("stores files, lines, moves and removals, and gives them back elsewhere", async () => {
  const dir = folder();
  await using _ = await takeFolder(database, { run: "kept", name: "one", dir, holder: "a" });
  await writeFileSafely(join(dir, "turn-1.json"), "first");
  await writeFileSafely(join(dir, "turn-1.json"), "second");
  makeFolder(join(dir, "judging", "x"));
  const { log } = openLineLog(join(dir, "judging", "x", "calls.jsonl"));
  log.append({ a: 1 }, { b: "ü" });
  log.append({ c: 3 });
  await log.close();
  await writeFileSafely(join(dir, "gone.json"), "gone");
  remove(join(dir, "gone.json"));
  move(join(dir, "judging"), join(dir, "judged"));
  await writeFileSafely(join(dir, "last.json"), "last");
  expect(await stored("kept")).toEqual(filesIn(dir));
  expect(Object.keys(filesIn(dir)).toSorted()).toEqual(["judged/x/calls.jsonl", "last.json", "turn-1.json"]);
});

test("a statement that arrives again or late, after newer ones, changes nothing", async () => {
  const dir = folder();
  await using held = await takeFolder(database, { run: "again", name: "one", dir, holder: "a" });
  for (const text of ["first", "second"]) await writeFileSafely(join(dir, "turn-1.json"), text);
  const late =
    "SELECT rehearse.store(id, $1, 1, '{put}', '{turn-1.json}', '{0}', ARRAY['first'::bytea], '{}', '{}', '{}') AS stored FROM rehearse.folder WHERE run = 'again'";
  expect(await database.query(late, [held.epoch])).toEqual([{ stored: true }]);
  expect(await stored("again")).toEqual({ "turn-1.json": "second" });
});

test("a statement without an answer is given up, and ended before the next one", async () => {
  await using impatient = await connectDatabase(postgres.url, { clock: systemClock, patienceMs: 0 });
  await expect(impatient.query("SELECT pg_sleep(60)")).rejects.toMatchObject({
    code: "database-unreachable",
    message: expect.stringContaining("has not answered for 5 seconds") as unknown,
  });
  expect(
    await impatient.query("SELECT query FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'"),
  ).toEqual([]);
});

test("a holder who lost the folder writes nothing more", async () => {
  const first = folder();
  const old = await takeFolder(database, { run: "fenced", name: "one", dir: first, holder: "a" });
  const { log } = openLineLog(join(first, "calls.jsonl"));
  log.append({ by: "a" });
  await log.sync();
  const second = folder();
  await using now = await takeFolder(database, { run: "fenced", name: "one", dir: second, holder: "b" });
  expect(now.epoch).toBe(old.epoch + 1);
  expect(filesIn(second)).toEqual(filesIn(first));

  log.append({ by: "a", late: true });
  await expect(log.committed()).rejects.toMatchObject({ code: "lease-lost" });
  await expect(writeFileSafely(join(first, "turn-1.json"), "late")).rejects.toMatchObject({
    code: "lease-lost",
  });
  expect(old.lost.aborted).toBe(true);
  expect(await stored("fenced")).toEqual(filesIn(second));
  await old[Symbol.asyncDispose]();
});

test(
  "a restart of the server is waited out, and nothing is stored twice or lost",
  { timeout: 60_000 },
  async () => {
    const dir = folder();
    await using _ = await takeFolder(database, { run: "restarted", name: "one", dir, holder: "a" });
    const { log } = openLineLog(join(dir, "calls.jsonl"));
    const writing = (async () => {
      for (let number = 0; number < 200; number++) {
        log.append({ number });
        await log.committed();
      }
    })();
    await postgres.stop("immediate");
    await postgres.start();
    await writing;
    await log.close();
    expect((await stored("restarted"))["calls.jsonl"]).toBe(readFileSync(join(dir, "calls.jsonl"), "utf8"));
  },
);

test("money is stored with the journal's lines", async () => {
  const dir = folder();
  await using taken = await takeFolder(database, { run: "paid", name: "one", dir, holder: "a" });
  const journal = openJournal(join(dir, "calls.jsonl"), { clock: systemClock });
  const at = systemClock.date().toISOString();
  journal.start({
    call: "turn/1/narrator",
    attempt: 1,
    hash: "h",
    role: "narrator",
    model: "m",
    atMost: 0.5,
    at,
  });
  await journal.committed();
  const money = () =>
    database.query(
      "SELECT cost, at_most FROM rehearse.money JOIN rehearse.folder f ON f.id = folder WHERE run = 'paid'",
    );
  /** Kept up to date with every journal of the run, so that a lease need not add them up. */
  const spent = async () => (await database.query("SELECT rehearse.spent_on('paid') AS usd"))[0];
  expect(await money()).toEqual([{ cost: 0, at_most: 0.5 }]);
  expect(await spent()).toEqual({ usd: 0.5 });
  journal.end(
    { call: "turn/1/narrator", attempt: 1, ms: 1, billing: "reported", cost: 0.1 },
    { hash: "h", result: "x" },
  );
  await journal.committed();
  expect(await money()).toEqual([{ cost: 0.1, at_most: 0.1 }]);
  expect(await spent()).toEqual({ usd: 0.1 });
  await journal.close();
  remove(join(dir, "calls.jsonl"));
  await taken.committed();
  expect(await money()).toEqual([]);
  expect(await spent()).toEqual({ usd: 0 });
});

test("a copy that is refreshed equals the folder after every change, and gets only what is new", async () => {
  const [dir, copy] = [folder(), folder()];
  await using _ = await takeFolder(database, { run: "followed", name: "one", dir, holder: "a" });
  let bytes = 0;
  const counting: Database = {
    ...database,
    async query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) {
      const rows = await database.query<Row>(sql, values);
      for (const { data } of rows as unknown as Array<{ data?: Buffer | null }>) bytes += data?.length ?? 0;
      return rows;
    },
  };
  const copied: CopiedFiles = new Map();
  const refreshed = async () => {
    bytes = 0;
    await refreshFolder(counting, { run: "followed", name: "one", dir: copy, copied });
    expect(filesIn(copy)).toEqual(filesIn(dir));
    return bytes;
  };
  const { log } = openLineLog(join(dir, "calls.jsonl"));
  const sizes: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    log.append({ turn, text: "x".repeat(1000) });
    await log.sync();
    await writeFileSafely(join(dir, `turn-${turn}.json`), `${turn}${"y".repeat(1000)}`);
    sizes.push(await refreshed());
  }
  expect(Math.max(...sizes)).toBeLessThan(2200);
  expect(await refreshed()).toBe(0);
  await writeFileSafely(join(dir, "turn-4.json"), "again");
  expect(await refreshed()).toBe(5);
  remove(join(dir, "turn-4.json"));
  await log.close();
  // Written again, and shorter than the copy.
  remove(join(dir, "calls.jsonl"));
  const { log: second } = openLineLog(join(dir, "calls.jsonl"));
  second.append({ anew: true });
  await second.sync();
  await refreshed();
  await second.close();
  await writeFileSafely(join(dir, "last.json"), "last");
  expect(await refreshed()).toBe(4);
});

test("a path that leads out of the folder is refused", async () => {
  const dir = folder();
  await using _ = await takeFolder(database, { run: "evil", name: "one", dir, holder: "a" });
  await database.query(
    "INSERT INTO rehearse.file (folder, path, data) SELECT id, '../../escaped.txt', 'x' FROM rehearse.folder WHERE run = 'evil'",
  );
  await expect(stored("evil")).rejects.toMatchObject({ code: "outside-folder" });
});

test("wrong password, missing database, newer schema and a server that is down have their own messages", async () => {
  const connect = async (url: string) => {
    await using other = await connectDatabase(url, { clock: systemClock, patienceMs: 50 });
    await migrate(other);
  };
  await expect(connect(postgres.url.replace("for-tests-only", "wrong"))).rejects.toMatchObject({
    code: "database-login",
  });
  await expect(connect(postgres.url.replace(/postgres$/, "nowhere"))).rejects.toMatchObject({
    code: "database-missing",
  });
  await expect(connect("postgres://a:b@127.0.0.1:1/x")).rejects.toMatchObject({
    code: "database-unreachable",
  });
  await expect(connect("mysql://a:b@127.0.0.1/x")).rejects.toMatchObject({ code: "bad-engine" });
  await database.query("INSERT INTO rehearse.step (number) VALUES (999)");
  await expect(migrate(database)).rejects.toMatchObject({ code: "newer-database" });
  await database.query("DELETE FROM rehearse.step WHERE number = 999");
});

test("the mirror shows a change that was committed long after a later one", async () => {
  await database.query(
    "INSERT INTO rehearse.run (id, kind, state, planned) VALUES ('late', 'matrix', 'playing', 2)",
  );
  const dirs = { slow: folder(), fast: folder() };
  await using slow = await takeFolder(database, { run: "late", name: "slow", dir: dirs.slow, holder: "a" });
  await using _ = await takeFolder(database, { run: "late", name: "fast", dir: dirs.fast, holder: "b" });
  await using mirror = await mirrorRuns(database, { dir: folder(), clock: systemClock, everyMs: 20 });
  await mirror.ready;
  const shown = () => filesIn(join(mirror.dir, "matrices", "late", "sessions"));
  await database.transaction(async (query) => {
    await query(
      "SELECT rehearse.store(id, $1, stored + 1, '{put}', '{turn-1.json}', '{0}', ARRAY['slow'::bytea], '{}', '{}', '{}') FROM rehearse.folder WHERE run = 'late' AND name = 'slow'",
      [slow.epoch],
    );
    // As if this transaction had begun a minute ago.
    await query(
      "UPDATE rehearse.folder SET changed = now() - interval '1 minute' WHERE run = 'late' AND name = 'slow'",
    );
    await writeFileSafely(join(dirs.fast, "turn-1.json"), "fast");
    await expect.poll(shown).toEqual({ "fast/turn-1.json": "fast" });
  });
  await expect.poll(shown).toEqual({ "fast/turn-1.json": "fast", "slow/turn-1.json": "slow" });
});

test("the mirror shows nothing of a run that was deleted and queued again by the same name", async () => {
  await using _queue = await openQueue(postgres.url, { onError: () => {} });
  const make = async (session: string) => {
    await database.query(
      "INSERT INTO rehearse.run (id, kind, state, planned) VALUES ('same', 'matrix', 'finished', 1)",
    );
    const dir = folder();
    await using _ = await takeFolder(database, { run: "same", name: session, dir, holder: "a" });
    await writeFileSafely(join(dir, "turn-1.json"), session);
  };
  await make("old");
  await using mirror = await mirrorRuns(database, { dir: folder(), clock: systemClock, everyMs: 1_000 });
  await mirror.ready;
  const shown = () => filesIn(join(mirror.dir, "matrices", "same", "sessions"));
  expect(shown()).toEqual({ "old/turn-1.json": "old" });
  // Between two looks.
  await deleteRun(database, "same");
  await make("new");
  await expect.poll(shown, { timeout: 5_000 }).toEqual({ "new/turn-1.json": "new" });
});
