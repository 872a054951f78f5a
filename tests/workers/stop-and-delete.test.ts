/** Stopping a run without a worker, and deleting runs, by the command line. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeFolder, type Database } from "../../src/kernel/database/index.ts";
import { openQueue, retrySession } from "../../src/kernel/engine/index.ts";
import { openLineLog, writeFileSafely } from "../../src/kernel/store/index.ts";
import { runRehearse, startRehearse } from "../support/cli/rehearse-process.ts";
import type { Postgres } from "../support/postgres.ts";
import { withPostgres } from "../support/workers/with-postgres.ts";

const folder = () => mkdtempSync(join(tmpdir(), "rehearse-stop-"));
let postgres: Postgres;
let database: Database;
withPostgres((opened) => void ({ postgres, database } = opened));

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

test("if the wait for a run is out of time, the comment says that the run continues", async () => {
  const cwd = folder();
  const matrix = ["matrix", "--preset", "smoke", "--narrator", "house", "--max-turns", "3", "--seed", "1"];
  const waits = [...matrix, "--engine", postgres.url, "--timeout", "1s", "--comment", "c.md"];
  expect((await runRehearse(waits, { cwd, env: {} })).exit).toBe(130);
  const comment = readFileSync(join(cwd, "c.md"), "utf8");
  expect(comment).toMatch(/--timeout 1s has passed\. smoke-[\d-]+ continues on the workers\. Stop it with: /);
  // That would queue it a second time.
  expect(comment).not.toContain("Run the command again");
});

test("sessions that crashed on a worker are resumed in the database, not in the copy", async () => {
  const cwd = folder();
  const narrator = join(cwd, "broken.mjs");
  writeFileSync(narrator, "export default () => { throw new Error('down'); };\n");
  const on = ["--engine", postgres.url];
  const worker = startRehearse(["worker", ...on, "--allow-narrator", narrator], { cwd, env: {} });
  const one = ["--stories", "innsmouth", "--prompts", "baseline", "--sessions", "1", "--seed", "1"];
  const cast = ["player-model", "classifier", "observer"].flatMap((role) => [`--${role}`, "house"]);
  const { exit, stderr } = await runRehearse(["matrix", ...one, ...cast, "--narrator", narrator, ...on], {
    cwd,
    env: {},
  });
  worker.kill("SIGTERM");
  await worker.ended;
  expect({ exit, stderr }).toEqual({
    exit: 3,
    stderr: expect.stringMatching(/1 session crashed [^]*\nResume with: .*rehearse runs resume [\w-]+\n/),
  });
});

test("queued, resumed and retried sessions are shown as queued", async () => {
  const error = { code: "interrupted", message: "Interrupted.", remedy: "Resume.", exit: 130 };
  const shown = async (run: string) => {
    const { sessions, error } = JSON.parse((await runs("show", run)).stdout) as {
      sessions: Array<{ state: string; error: unknown }>;
      error: unknown;
    };
    const { runs: all } = JSON.parse((await runs("list")).stdout) as {
      runs: Array<{ id: string; state: string; sessions: Record<string, number> }>;
    };
    const { state, sessions: counts } = all.find(({ id }) => id === run)!;
    return { state, counts, error, sessions: sessions.map((one) => [one.state, one.error !== null]) };
  };
  for (const run of ["new", "resumed", "retried"])
    await database.query(
      "INSERT INTO rehearse.run (id, kind, state, planned, error) VALUES ($1, 'matrix', $2, 3, $3)",
      run === "new" ? [run, "queued", null] : [run, "stopped", JSON.stringify(error)],
    );
  for (const run of ["resumed", "retried"])
    await database.query(
      "INSERT INTO rehearse.session (run, id, start, state, error, input) VALUES ($1, '1', 1, 'stopped', $2, '{}'), ($1, '2', 1, 'crashed', $2, '{}'), ($1, '3', 1, 'played', NULL, '{}')",
      [run, JSON.stringify(error)],
    );
  const none = { queued: 0, playing: 0, played: 0, crashed: 0, stopped: 0 };
  expect(await shown("new")).toMatchObject({ state: "queued", counts: { ...none, queued: 3 } });
  await runs("resume", "resumed");
  expect(await shown("resumed")).toEqual({
    state: "queued",
    counts: { ...none, queued: 2, played: 1 },
    error: null,
    sessions: [
      ["queued", false],
      ["queued", false],
      ["played", false],
    ],
  });
  await runs("retry", "retried", "2");
  expect(await shown("retried")).toEqual({
    state: "queued",
    counts: { ...none, queued: 1, played: 1, stopped: 1 },
    error: null,
    sessions: [
      ["stopped", true],
      ["queued", false],
      ["played", false],
    ],
  });
});

test("the list says why a run failed and since when a worker is silent; a stop is not an error", async () => {
  const text = async (...args: string[]) =>
    (await runRehearse(["runs", ...args, "--engine", postgres.url], { cwd: tmpdir(), env: {} })).stdout;
  await playing("broken");
  await database.query(
    "UPDATE rehearse.run SET state = 'failed', error = $1, cap = 0.005 WHERE id = 'broken'",
    [JSON.stringify({ code: "missing-keys", message: "A key is missing.", remedy: "Set it.", exit: 2 })],
  );
  await database.query(
    "UPDATE rehearse.session SET state = 'stopped', error = $1 WHERE run = 'broken' AND id = '1'",
    [JSON.stringify({ code: "interrupted", message: "Interrupted.", remedy: "Resume.", exit: 130 })],
  );
  await seen("40 seconds");
  const list = await text();
  expect(list).toContain("broken failed: A key is missing.");
  expect(list).toMatch(/^broken .* 0\.005 /m);
  expect(list).toMatch(/w \(0 of 1, 0\.1\.0, last seen 4\d s ago\)/);
  expect(await text("show", "broken")).not.toContain("Interrupted");
});

test("delete removes every row of a run that is over, and asks for --yes", async () => {
  await using queue = await openQueue(postgres.url, { onError: () => {} });
  for (const run of ["old", "kept"]) {
    await playing(run);
    const dir = folder();
    await using _ = await takeFolder(database, { run, name: "1", dir, holder: "w" });
    await writeFileSafely(join(dir, "turn-1.json"), "turn");
    const { log } = openLineLog(join(dir, "calls.jsonl"));
    log.append({ a: 1 });
    await log.close();
    await database.query(
      "SELECT rehearse.store(id, epoch, stored + 1, '{}', '{}', '{}', '{}', '{calls.jsonl}', '{1}', '{1}') FROM rehearse.folder WHERE run = $1",
      [run],
    );
    await database.query("INSERT INTO rehearse.allowance VALUES ($1, 'w', 1, 0, 0, now())", [run]);
    await database.query("INSERT INTO rehearse.refusal VALUES ($1, 1, 'w', 'why')", [run]);
    await queue.sendRun({ run, start: 1 });
  }
  /** Tables with a row of that run, by any column or through its folder. */
  const tablesWith = async (run: string) => {
    const rows = await database.query<{ id: string }>("SELECT id FROM rehearse.folder WHERE run = $1", [run]);
    const folders = new Set(rows.map(({ id }) => id));
    const found: string[] = [];
    for (const { name } of await database.query<{ name: string }>(
      "SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema IN ('rehearse', 'rehearse_queue') AND table_type = 'BASE TABLE' ORDER BY 1",
    ))
      if (
        (
          await database.query<{ row: Record<string, unknown> }>(`SELECT to_jsonb(t) AS row FROM ${name} t`)
        ).some(({ row }) => JSON.stringify(row).includes(`"${run}"`) || folders.has(String(row["folder"])))
      )
        found.push(name);
    return found;
  };
  const all = await tablesWith("kept");
  for (const name of ["run", "session", "folder", "file", "line", "money", "spent", "allowance", "refusal"])
    expect(all).toContain(`rehearse.${name}`);
  expect(all.some((name) => name.startsWith("rehearse_queue."))).toBe(true);
  const before = { ...(await counts()) };

  expect(await runs("delete", "old", "--yes")).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining("cannot be deleted: it is playing") as unknown,
  });
  await database.query("UPDATE rehearse.run SET state = 'finished' WHERE id = 'old'");
  expect(await runs("delete", "old")).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining("Add --yes") as unknown,
  });
  expect(await counts()).toEqual(before);
  expect((await runs("delete", "old", "--yes")).exit).toBe(0);
  expect(await tablesWith("old")).toEqual([]);
  expect(await tablesWith("kept")).toEqual(all);
  expect(await counts()).toEqual({ file: before.file - 1, line: before.line - 1, money: before.money - 1 });
});

test("a retry whose answer was lost is asked for again and queued", async () => {
  await using queue = await openQueue(postgres.url, { onError: () => {} });
  await playing("lost-answer");
  await database.query("UPDATE rehearse.run SET state = 'finished' WHERE id = 'lost-answer'");
  await database.query(
    "UPDATE rehearse.session SET state = 'crashed' WHERE run = 'lost-answer' AND id = '1'",
  );
  const jobs = () => database.query("SELECT 1 FROM rehearse_queue.job WHERE data->>'run' = 'lost-answer'");
  const lost = { ...queue, sendRun: () => Promise.reject(new Error("lost")) };
  await expect(retrySession(database, lost, "lost-answer", "1")).rejects.toThrow("lost");
  expect(await jobs()).toHaveLength(0);
  await retrySession(database, queue, "lost-answer", "1");
  expect(await jobs()).toHaveLength(1);
});

const counts = async () =>
  (
    await database.query<{ file: number; line: number; money: number }>(
      "SELECT (SELECT count(*) FROM rehearse.file)::int AS file, (SELECT count(*) FROM rehearse.line)::int AS line, (SELECT count(*) FROM rehearse.money)::int AS money",
    )
  )[0]!;
