/** A run in Postgres, played by a role that owns its schemas and read by one that can only read: `runs`, `export --to` and the viewer. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { liveEvent, sessionPage, workList } from "../../src/contract/index.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, type Database } from "../../src/kernel/database/index.ts";
import { mirrorRuns, openQueue } from "../../src/kernel/engine/index.ts";
import { createApp, createEngineRuns } from "../../src/server/index.ts";
import { holdersIn } from "../../src/server/playtest/session-index.ts";
import { bytesBelow } from "../support/cli/folder-bytes.ts";
import { startRehearse, type RehearseProcess } from "../support/cli/rehearse-process.ts";
import type { Table } from "../support/model-servers/playtest-table.ts";
import { freePort } from "../support/postgres.ts";
import { CLIENT, dump, openRoleTable, plan, type RoleTable } from "../support/workers/role-table.ts";

let opened: RoleTable;
let table: Table;
let admin: Database;
let worker: RehearseProcess | undefined;
/** What the models wait for before they answer. */
let pauseMs = 0;
let held: Promise<void> | undefined;
let played: string;
const as: RoleTable["as"] = (user) => opened.as(user);
const run: RoleTable["run"] = (user, ...args) => opened.run(user, ...args);
const queue = (file: string) => opened.queue(file);
const until = (id: string, state: string) => opened.until(id, state);
const startWorker = (...args: string[]) => opened.startWorker(...args);

beforeAll(async () => {
  opened = await openRoleTable({
    endsAt: 3,
    pause: () => held ?? (pauseMs > 0 ? delay(pauseMs) : undefined),
  });
  ({ table, admin } = opened);
  writeFileSync(join(table.dir, "two.yaml"), plan(2, 6));
  writeFileSync(join(table.dir, "one.yaml"), plan(1, 6));
  worker = startWorker();
  played = await queue("two.yaml");
  await until(played, "finished");
}, 120_000);
afterAll(async () => {
  worker?.kill("SIGKILL");
  await worker?.ended;
  await opened[Symbol.asyncDispose]();
});

test("the worker's role owns its schemas and is not a superuser", async () => {
  expect(
    await admin.query(
      "SELECT DISTINCT tableowner, rolsuper, rolcreatedb FROM pg_tables JOIN pg_roles ON rolname = tableowner WHERE schemaname IN ('rehearse', 'rehearse_queue')",
    ),
  ).toEqual([{ tableowner: "rehearse_worker", rolsuper: false, rolcreatedb: false }]);
});

test("a role that can only read lists, shows and exports, and what it exports is an ordinary folder", async () => {
  expect((await run("viewer", "runs")).json["runs"]).toMatchObject([{ id: played, state: "finished" }]);
  const to = join("matrices", "copied");
  expect(await run("viewer", "export", played, "--to", to)).toMatchObject({
    exit: 0,
    json: { run: played, state: "finished", dir: to, sessions: 2 },
  });
  expect((await table.run(CLIENT, "report", to)).exit).toBe(0);
  const { app, close } = createApp({
    harness: table.harness(CLIENT),
    workspace: table.dir,
    place: { host: "127.0.0.1", port: () => 80 },
  });
  const served = async (path: string) => (await app.request(`http://127.0.0.1${path}`)).json();
  expect(await served("/api/matrices")).toMatchObject({ matrices: [{ id: "copied", done: 2, live: false }] });
  const cards = sessionPage.parse(await served("/api/sessions")).sessions;
  expect(cards.map(({ of, outcome, turns }) => ({ of, outcome, turns }))).toEqual(
    Array.from({ length: 2 }, () => ({
      of: expect.objectContaining({ kind: "matrix", id: "copied" }),
      outcome: "completed",
      turns: 3,
    })),
  );
  await close();
  const sessions = ["0001", "0002"].map((number) =>
    join(to, "sessions", `${number}-innsmouth-baseline-opus-4.5`),
  );
  expect((await table.run(CLIENT, "compare", ...sessions)).exit).toBe(0);
  expect((await table.run(CLIENT, "resume", to)).stdout).toContain("nothing was played");
  // An unchanged copy is replaced; other folders are not.
  expect((await run("viewer", "export", played, "--to", to)).exit).toBe(0);
  writeFileSync(join(table.dir, sessions[0]!, "turn-1.json"), "mine");
  expect(await run("viewer", "export", played, "--to", to)).toMatchObject({
    exit: 2,
    json: { error: { code: "folder-in-the-way" } },
  });
  expect(readFileSync(join(table.dir, sessions[0]!, "turn-1.json"), "utf8")).toBe("mine");
  expect(await run("viewer", "export", played, "--to", ".")).toMatchObject({
    json: { error: { code: "folder-in-the-way" } },
  });
});

test("everything that writes is refused for that role, and nothing changes", async () => {
  const [session] = (await run("viewer", "runs", "show", played)).json["sessions"] as Array<{ id: string }>;
  const rows = () =>
    admin.query(
      "SELECT (SELECT jsonb_agg(run) FROM rehearse.run), (SELECT jsonb_agg(s) FROM rehearse.session s)",
    );
  const before = await rows();
  const folders = readdirSync(join(table.dir, "matrices"));
  for (const args of [
    ["runs", "stop", played],
    ["runs", "resume", played],
    ["runs", "retry", played, session!.id],
    ["matrix", "--plan", "two.yaml", "--detach"],
  ])
    expect([args, await run("viewer", ...args)]).toMatchObject([
      args,
      { exit: 2, json: { error: { code: "database-permission" } } },
    ]);
  const refused = await table.run(CLIENT, "worker", "--engine", as("viewer"));
  expect(refused).toMatchObject({ exit: 2 });
  expect(refused.stderr).toContain("permission denied");
  expect(await rows()).toEqual(before);
  expect(readdirSync(join(table.dir, "matrices"))).toEqual(folders);
});

test("no key of the submitting machine or of a worker is in any table", async () => {
  const text = await dump(admin);
  expect(text).toContain("opus-4.5");
  const keys = [table.server.env(CLIENT), opened.workerEnv()].flatMap((env) =>
    Object.entries(env).filter(([name]) => name.endsWith("_KEY")),
  );
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.filter(([, key]) => text.includes(key)).map(([name]) => name)).toEqual([]);
});

test("the viewer shows queued runs beside the workspace, grows with a played session, and writes nothing to its copy", async () => {
  const asked: string[] = [];
  await using database = await connectDatabase(as("viewer"), { clock: systemClock });
  const counting: Database = {
    ...database,
    query: (sql, values) => {
      if (sql.includes("rehearse.file")) asked.push(String(values![1]));
      return database.query(sql, values);
    },
  };
  const workspace = join(table.dir, "empty");
  const place = join(table.dir, "mirror");
  const harness = table.harness(CLIENT);
  {
    await using mirror = await mirrorRuns(counting, { dir: place, clock: systemClock, everyMs: 100 });
    await mirror.ready;
    const { app, close } = createApp({
      harness,
      workspace,
      mirror,
      place: { host: "127.0.0.1", port: () => 80 },
    });
    const ask = async (path: string, init?: RequestInit) =>
      (await app.request(`http://127.0.0.1${path}`, init)).json() as Promise<Record<string, unknown>>;
    const sessions = async () => sessionPage.parse(await ask("/api/sessions")).sessions;
    expect(await ask("/api/matrices")).toMatchObject({ matrices: [{ id: played, done: 2, live: false }] });
    const [one] = await sessions();
    expect(one).toMatchObject({ of: { kind: "matrix", id: played }, outcome: "completed", turns: 3 });

    // A replay is a session of the workspace.
    const before = bytesBelow(mirror.dir);
    const job = (await ask("/api/replays", {
      method: "POST",
      headers: { "content-type": "application/json", host: "127.0.0.1" },
      body: JSON.stringify({ session: one!.id, turn: 2, turns: 1, times: 1 }),
    })) as { id: string };
    await expect
      .poll(async () => (await ask(`/api/jobs/${job.id}`))["status"], { timeout: 30_000 })
      .toBe("done");
    const { sessions: made } = (await ask(`/api/jobs/${job.id}`)) as { sessions: string[] };
    expect(made).toHaveLength(1);
    expect((await sessions()).find(({ id }) => id === made[0])?.of).toBeUndefined();
    for (const command of ["resume", "report"]) {
      const refused = await table.run(CLIENT, command, join(mirror.dir, "matrices", played));
      expect([command, refused.exit, refused.stderr]).toEqual([
        command,
        2,
        expect.stringContaining(`rehearse runs resume ${played}`),
      ]);
    }
    expect(bytesBelow(mirror.dir)).toEqual(before);

    // A session that a worker plays. After its first turn the models wait until the viewer shows it.
    let heard = "";
    const { body } = await app.request("http://127.0.0.1/api/events");
    const listening = (async () => {
      for await (const piece of body!.pipeThrough(new TextDecoderStream())) heard += piece;
    })();
    pauseMs = 100;
    const growing = await queue("one.yaml");
    const card = async () => (await sessions()).find(({ of }) => of?.id === growing);
    const soon = { timeout: 30_000, interval: 20 };
    await vi.waitFor(
      async () =>
        expect(
          await admin.query("SELECT 1 FROM rehearse.session WHERE run = $1 AND turns > 0", [growing]),
        ).toHaveLength(1),
      soon,
    );
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    const turns = await vi.waitFor(async () => {
      const now = await card();
      expect(now).toMatchObject({ live: true, outcome: "unfinished" });
      expect(now!.turns).toBeGreaterThan(0);
      return now!.turns;
    }, soon);
    expect((await card())!.notStoppable ?? "").toContain(`rehearse runs stop ${growing}`);
    const stop = { method: "POST", headers: { "content-type": "application/json", host: "127.0.0.1" } };
    expect(await ask(`/api/sessions/${(await card())!.id}/stop`, stop)).toMatchObject({
      error: { code: "not-played-here", remedy: expect.stringContaining(`rehearse runs stop ${growing}`) },
    });
    held = undefined;
    pauseMs = 0;
    gate.resolve();
    await vi.waitFor(
      async () => expect(await card()).toMatchObject({ live: false, outcome: "completed" }),
      soon,
    );
    expect((await card())!.turns).toBeGreaterThan(turns);
    await until(growing, "finished");
    // The report comes last.
    await vi.waitFor(
      async () =>
        expect(await ask("/api/matrices")).toMatchObject({ matrices: [{ done: 1, live: false }, {}] }),
      soon,
    );
    await delay(500);
    asked.length = 0;
    await delay(500);
    expect(asked).toEqual([]); // nothing has changed: nothing is fetched
    const { id } = (await card())!;
    await close();
    await listening;
    // Listeners heard of it as it grew.
    const told = [...heard.matchAll(/^data: (.+)$/gm)]
      .map(([, data]) => liveEvent.parse(JSON.parse(data!)))
      .filter((event) => event.type === "session" && event.session === id);
    expect(told).toContainEqual(expect.objectContaining({ turn: turns, outcome: "unfinished" }));
    expect(told.at(-1)).toMatchObject({ turn: 3, outcome: "completed" });
  }
  // The next server does not fetch complete copies again.
  await using again = await mirrorRuns(counting, { dir: place, clock: systemClock, everyMs: 100 });
  await again.ready;
  expect(asked).toEqual([]);
});

test("two servers show the database's runs at once, from a copy each", async () => {
  const ports = [await freePort(), await freePort()];
  const start = (at: number) =>
    startRehearse(["serve", "--engine", as("viewer"), "--port", String(at), "--workspace", "empty"], {
      cwd: table.dir,
      env: { ...table.server.env(CLIENT), XDG_CACHE_HOME: join(table.dir, "cache") },
    });
  const matrices = (at: number) =>
    vi.waitFor(
      async () => {
        const answer = await fetch(`http://127.0.0.1:${at}/api/matrices`);
        const { matrices } = (await answer.json()) as { matrices: Array<{ id: string; done: number }> };
        expect(matrices).toContainEqual(expect.objectContaining({ id: played, done: 2 }));
      },
      { timeout: 30_000, interval: 100 },
    );
  // One of them finds the cache folder in use.
  const servers = ports.map(start);
  await Promise.all(ports.map(matrices));
  for (const server of servers) server.kill("SIGINT");
  for (const server of servers)
    expect(await server.ended).toMatchObject({ exit: 130, stderr: expect.not.stringContaining("Error") });
}, 90_000);

test("a stopped run is exported and resumed on this machine", async () => {
  pauseMs = 60;
  const stopped = await queue("one.yaml");
  await expect
    .poll(async () => (await run("viewer", "runs", "show", stopped)).json["turns"], { timeout: 60_000 })
    .toBeGreaterThan(0);
  const early = await run("viewer", "export", stopped, "--to", "early");
  expect(early.stderr).toContain("is still playing");
  await run("worker", "runs", "stop", stopped);
  pauseMs = 0;
  await until(stopped, "stopped");
  expect((await run("viewer", "export", stopped, "--to", "matrices/local")).exit).toBe(0);
  expect((await table.run(CLIENT, "resume", "matrices/local")).exit).toBe(0);
  const [row] = (
    JSON.parse(readFileSync(join(table.dir, "matrices/local/matrix.json"), "utf8")) as {
      rows: Array<{ outcome: string }>;
    }
  ).rows;
  expect(row!.outcome).toBe("completed");
});

test("a run stopped by its budget is resumed with a larger one, and the viewer and export follow it", async () => {
  const matrix = [
    "matrix",
    "--plan",
    "two.yaml",
    "--seed",
    "b",
    "--budget",
    "0.15",
    "--engine",
    as("worker"),
  ];
  const attached = await table.run(CLIENT, ...matrix);
  expect(attached).toMatchObject({ exit: 4 });
  expect(attached.stderr).toContain("is left of the budget of $0.15.");
  const [, id] = /runs resume (\S+) --budget 0\.3$/m.exec(attached.stderr)!;
  for (const budget of [[], ["--budget", "0.15"], ["--budget", "0.000001"]])
    expect([budget, await run("worker", "runs", "resume", id!, ...budget)]).toMatchObject([
      budget,
      { exit: 2, json: { error: { code: "budget-too-small" } } },
    ]);
  await until(id!, "stopped");

  await using database = await connectDatabase(as("viewer"), { clock: systemClock });
  await using mirror = await mirrorRuns(database, {
    dir: join(table.dir, "mirror"),
    clock: systemClock,
    everyMs: 100,
  });
  await mirror.ready;
  const place = { host: "127.0.0.1", port: () => 80 };
  const { app, close } = createApp({
    harness: table.harness(CLIENT),
    workspace: table.dir,
    mirror,
    engine: createEngineRuns({ database, withQueue: () => Promise.reject(new Error("It only reads")) }),
    place,
  });
  const done = async () => {
    const answer = await app.request("http://127.0.0.1/api/matrices");
    const { matrices } = (await answer.json()) as { matrices: Array<{ id: string; done: number }> };
    return matrices.find((one) => one.id === id)?.done;
  };
  expect(await done()).toBeLessThan(2);
  const post = (to: typeof app, what: string, body: object) =>
    to.request(`http://127.0.0.1/api/engine-runs/${id}/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const engineOf = async (at: typeof app) =>
    workList.parse(await (await at.request("http://127.0.0.1/api/runs")).json()).engine!;
  // The worker says with its next heartbeat that it plays nothing any more.
  const seen = await vi.waitFor(
    async () => {
      const engine = await engineOf(app);
      expect(engine).toMatchObject({ control: false, workers: [{ playing: 0 }] });
      return engine;
    },
    { timeout: 15_000, interval: 100 },
  );
  expect(seen.runs.find((one) => one.id === id)).toMatchObject({
    state: "stopped",
    budget: 0.15,
    suggestedBudget: 0.3,
    canResume: true,
    canStop: false,
  });
  expect(seen.address).not.toContain("of-the-viewer");
  const refused = await post(app, "resume", { budget: 50 });
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { error: { code: "read-only-engine" } },
  ]);

  // With a role that can write, the page resumes it.
  await using writing = await connectDatabase(as("worker"), { clock: systemClock });
  const steering = createApp({
    harness: table.harness(CLIENT),
    workspace: table.dir,
    engine: createEngineRuns({
      database: writing,
      withQueue: async (use) => {
        await using queue = await openQueue(as("worker"), { onError: (message) => expect.fail(message) });
        return await use(queue);
      },
    }),
    place,
  });
  expect(await engineOf(steering.app)).toMatchObject({ control: true });
  expect(await (await post(steering.app, "resume", { budget: 50 })).json()).toMatchObject({ id, budget: 50 });
  await until(id!, "finished");
  const sessions = await steering.app.request(`http://127.0.0.1/api/engine-runs/${id}/sessions`);
  expect(await sessions.json()).toMatchObject({
    sessions: [
      { state: "played", turns: 3 },
      { state: "played", turns: 3 },
    ],
  });
  await steering.close();
  await expect.poll(done, { timeout: 30_000 }).toBe(2);
  const to = join("matrices", id!);
  expect(await run("viewer", "export", id!, "--to", to)).toMatchObject({
    exit: 0,
    json: { state: "finished", sessions: 2 },
  });
  // A copy that was played further here is shown instead of the database's run.
  const shownFrom = () => holdersIn({ workspace: table.dir, mirror }, "matrices").get(id!);
  expect(shownFrom()).toBe(join(mirror.dir, to));
  const [session] = readdirSync(join(table.dir, to, "sessions"));
  writeFileSync(join(table.dir, to, "sessions", session!, "turn-9.json"), "{}");
  expect(shownFrom()).toBe(join(table.dir, to));
  await close();
  expect(await run("worker", "runs", "resume", id!)).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining(`${id} is complete`),
  });
}, 90_000);

test("a module that a job names is refused by a worker that was not started with it", async () => {
  const module = join(table.dir, "narrator.mjs");
  writeFileSync(
    module,
    'export default async ({ state }) => ({ text: "The inn is dark. What do you do?", state });\n',
  );
  writeFileSync(join(table.dir, "module.yaml"), plan(1, 3).replace("opus-4.5", module));
  const refused = await queue("module.yaml");
  await until(refused, "failed");
  const { error } = (await run("viewer", "runs", "show", refused)).json as unknown as {
    error: { code: string; message: string; remedy: string };
  };
  expect(error).toMatchObject({ code: "narrator-not-allowed" });
  expect(error.message).toMatch(/^No connected worker can play .*The narrator is the module/);
  expect(error.message).toContain(module);
  expect(error.remedy).toContain(`rehearse runs resume ${refused}`);
  expect(error.remedy).toContain(`--allow-narrator ${module}`);

  worker!.kill("SIGTERM");
  expect(await worker!.ended).toMatchObject({ exit: 0 });
  worker = startWorker("--allow-narrator", module);
  await run("worker", "runs", "resume", refused);
  await until(refused, "finished");
}, 90_000);
