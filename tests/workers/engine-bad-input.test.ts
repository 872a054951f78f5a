/** What people get wrong with --engine, through the command line: a code, a message and a remedy. Also the files of the guide. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import worker from "../../src/cli/commands/engine/worker.ts";
import serve from "../../src/cli/commands/results/serve.ts";
import type { Database } from "../../src/kernel/database/index.ts";
import { expectRefusal, type Refusal } from "../support/cli/refused-command.ts";
import { runRehearse } from "../support/cli/rehearse-process.ts";
import { freePort, type Postgres } from "../support/postgres.ts";
import { withPostgres } from "../support/workers/with-postgres.ts";

const dir = mkdtempSync(join(tmpdir(), "rehearse-engine-"));
let postgres: Postgres;
let database: Database;
withPostgres(async (opened) => {
  ({ postgres, database } = opened);
  await database.query(
    "INSERT INTO rehearse.run (id, kind, state, planned) VALUES ('mini-1', 'matrix', 'playing', 1), ('mini-2', 'matrix', 'finished', 1)",
  );
  await database.query(
    "INSERT INTO rehearse.session (run, id, start, state, input) VALUES ('mini-2', '0001', 1, 'played', '{}')",
  );
  const play = [
    "play",
    "--story",
    "innsmouth",
    "--narrator",
    "house",
    "--max-turns",
    "3",
    "--out",
    "sessions",
  ];
  expect(await runRehearse(play, { cwd: dir, env: {} })).toMatchObject({ exit: 0 });
  renameSync(join(dir, "sessions", readdirSync(join(dir, "sessions"))[0]!), join(dir, "one"));
});

const refused = async (args: string[], expected: Refusal) => {
  if (args[0] !== "worker")
    return expectRefusal(await runRehearse([...args, "--json"], { cwd: dir, env: {} }), expected);
  // Its output is its log.
  const { exit, stdout, stderr } = await runRehearse(args, { cwd: dir, env: {} });
  expect({ exit, stdout }).toEqual({ exit: expected.exit, stdout: "" });
  const [, message, remedy] = /^Error: (.*)\n(.*)\n$/.exec(stderr)!;
  expect(message).toMatch(expected.message);
  expect(remedy).toMatch(expected.remedy);
};
/** One that reads and one that writes: they connect differently. */
const both = [["runs"], ["runs", "stop", "mini-1"]];
const all = [
  ...both,
  ["matrix", "--preset", "smoke", "--narrator", "house"],
  ["ab", "--checkpoint", "one/turn-1.json", "--b", "narrator=house/looping"],
  ["worker"],
  ["export", "mini-1", "--to", "copy"],
  ["serve", "--port", "0"],
];

test.each(all)("a wrong password: %s", async (...args) => {
  await refused([...args, "--engine", postgres.url.replace("for-tests-only", "hunter2")], {
    exit: 2,
    code: "database-login",
    message: /^The database at 127\.0\.0\.1:\d+\/postgres refused the user or the password\.$/,
    remedy: /--engine/,
  });
});

test.each(both)("an unknown database: %s", async (...args) => {
  await refused([...args, "--engine", postgres.url.replace(/postgres$/, "nowhere")], {
    exit: 2,
    code: "database-missing",
    message: /nowhere does not exist/,
    remedy: /createdb/,
  });
});

test.each(all)("a server that is down is not waited for: %s", async (...args) => {
  await refused([...args, "--engine", `postgres://a:b@127.0.0.1:${await freePort()}/x`], {
    exit: 3,
    code: "database-unreachable",
    message: /cannot be reached/,
    remedy: /Postgres is running/,
  });
});

test("an unknown host, and an address that is not one of Postgres", async () => {
  await refused(["runs", "--engine", "postgres://a:b@no-such-host.invalid/x"], {
    exit: 3,
    code: "database-unreachable",
    message: /no-such-host\.invalid/,
    remedy: /address/,
  });
  await refused(["runs", "--engine", "mysql://me:hunter2@db/x"], {
    exit: 2,
    code: "bad-engine",
    message: /^(?!.*hunter2).*not the address of a Postgres database/,
    remedy: /postgres:\/\//,
  });
});

test("no database is named", async () => {
  for (const args of [["runs"], ["worker"], ["export", "mini-1", "--to", "x"]]) {
    const { exit, stderr } = await runRehearse(args, { cwd: dir, env: {} });
    expect([args, exit, stderr]).toEqual([args, 2, expect.stringContaining("REHEARSE_ENGINE")]);
  }
});

test("unknown runs and sessions are named, with a suggestion", async () => {
  for (const args of [
    ["runs", "show", "mini-3"],
    ["runs", "stop", "mini-3"],
    ["runs", "resume", "mini-3"],
    ["export", "mini-3", "--to", "x"],
  ])
    await refused([...args, "--engine", postgres.url], {
      exit: 2,
      code: "unknown-run",
      message: /no run "mini-3".*mini-[12]/,
      remedy: /rehearse runs/,
    });
  await refused(["runs", "retry", "mini-2", "0002", "--engine", postgres.url], {
    exit: 2,
    code: "unknown-session",
    message: /no session "0002"/,
    remedy: /runs show mini-2/,
  });
});

test("a run refuses commands that do not fit its state", async () => {
  const state = (args: string[], message: RegExp, remedy: RegExp) =>
    refused([...args, "--engine", postgres.url], { exit: 2, code: "run-state", message, remedy });
  await state(
    ["runs", "resume", "mini-1"],
    /^The run mini-1 cannot be resumed: it is playing\.$/,
    /runs stop mini-1/,
  );
  await state(
    ["runs", "stop", "mini-2"],
    /^The run mini-2 cannot be stopped: it is finished\.$/,
    /queued or playing/,
  );
  await state(
    ["runs", "retry", "mini-2", "0001"],
    /^The session 0001 cannot be retried: it is played\.$/,
    /crashed or stopped/,
  );
});

test("a run that nobody plays is shown with what to look at", async () => {
  const show = (id: string) =>
    runRehearse(["runs", "show", id, "--engine", postgres.url], { cwd: dir, env: {} });
  const advice = "No worker is connected.";
  expect(await show("mini-1")).toMatchObject({ exit: 0, stdout: expect.stringContaining(advice) });
  expect(await show("mini-2")).toMatchObject({ exit: 0, stdout: expect.not.stringContaining(advice) });
});

test("a name without its end, a stopped run, an export without --to and an empty database", async () => {
  await database.query(
    "INSERT INTO rehearse.run (id, kind, state, planned) VALUES ('mini-4', 'matrix', 'stopped', 2)",
  );
  await database.query(
    "INSERT INTO rehearse.session (run, id, start, state, input) VALUES ('mini-4', '0001-inn', 1, 'stopped', '{}'), ('mini-4', '0002-inn', 1, 'played', '{}')",
  );
  const on = (name: string) => ["--engine", postgres.url.replace(/postgres$/, name)];
  await refused(["runs", "stop", "mini-4", ...on("postgres")], {
    exit: 2,
    code: "run-state",
    message: /^The run mini-4 is already stopped\.$/,
    remedy: /queued or playing/,
  });
  const retried = await runRehearse(["runs", "retry", "mini-4", "0001", ...on("postgres")], {
    cwd: dir,
    env: {},
  });
  expect(retried).toMatchObject({ exit: 0, stdout: expect.stringContaining("0001-inn of mini-4") });
  expectRefusal(
    await runRehearse(["export", "mini-4", "--json"], { cwd: dir, env: { REHEARSE_ENGINE: postgres.url } }),
    { exit: 2, code: "not-found", message: /no file or folder mini-4/, remedy: /--to matrices\/mini-4/ },
  );
  await database.query("CREATE DATABASE bare");
  await refused(["runs", ...on("bare")], {
    exit: 2,
    code: "empty-database",
    message: /\/bare has no Rehearse tables yet/,
    remedy: /Start a worker or queue a run/,
  });
});

test("--detach without --engine plays nothing, also where REHEARSE_ENGINE is set", async () => {
  for (const args of all.filter(([name]) => name === "matrix" || name === "ab"))
    expectRefusal(
      await runRehearse([...args, "--detach", "--json"], {
        cwd: dir,
        env: { REHEARSE_ENGINE: postgres.url },
      }),
      { exit: 2, code: "detach-without-engine", message: /--detach needs --engine/, remedy: /--engine env/ },
    );
});

test("a submission that the database refuses leaves no folder", () => {
  // Submitted by the tests above.
  for (const folder of ["matrices", "abs"])
    expect(existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)) : []).toEqual([]);
});

test("recordings do not go with --engine, nor --engine with an HTML export", async () => {
  await refused(
    ["matrix", "--preset", "smoke", "--narrator", "house", "--record", "r", "--engine", postgres.url],
    { exit: 2, code: "engine-recording", message: /--record does not work with --engine/, remedy: /Remove/ },
  );
  await refused(["export", "mini-1", "--engine", postgres.url], {
    exit: 2,
    code: "engine-without-to",
    message: /--to/,
    remedy: /--to DIR/,
  });
});

test("the guide links the example files, and they start commands and flags that exist", () => {
  const root = join(import.meta.dirname, "../..");
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const guide = read("docs/guide/workers.md");
  for (const name of readdirSync(join(root, "examples/workers")))
    expect(guide).toContain(`[${name}](../../examples/workers/${name})`);
  const { services, volumes } = parse(read("examples/workers/compose.yaml")) as {
    services: Record<string, { command?: string[]; environment: Record<string, string> }>;
    volumes: Record<string, unknown>;
  };
  expect(Object.keys(services)).toEqual(["postgres", "worker", "viewer"]);
  expect(Object.keys(volumes)).toEqual(["data"]);
  expect(services["worker"]!.environment["REHEARSE_ENGINE"]).toContain("rehearse_worker");
  expect(services["viewer"]!.environment["REHEARSE_ENGINE"]).toContain("rehearse_viewer");
  const roles = read("examples/workers/roles.sql");
  for (const role of ["rehearse_worker", "rehearse_viewer"])
    expect(roles).toContain(`CREATE ROLE ${role} LOGIN`);

  const unit = read("examples/workers/rehearse-worker.service");
  // Longer than a worker takes to drain.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(35);
  const started = [
    /^ExecStart=(.*)$/m.exec(unit)![1]!.split(" "),
    services["worker"]!.command!,
    services["viewer"]!.command!,
  ];
  expect(started.map(([, name]) => name)).toEqual(["worker", "worker", "serve"]);
  for (const [, name, ...args] of started)
    for (const flag of args.filter((arg) => arg.startsWith("--")))
      expect(Object.keys((name === "serve" ? serve : worker).flags!)).toContain(
        flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      );
});
