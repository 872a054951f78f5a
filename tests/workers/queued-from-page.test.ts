/** Runs that a page queues for workers: with a role that may write, without the server's keys, and never with its modules. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineRunView, serverInfo, startEstimate } from "../../src/contract/index.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, migrate } from "../../src/kernel/database/index.ts";
import { openQueue } from "../../src/kernel/engine/index.ts";
import { createHarness, type Harness } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import { createApp, createEngineRuns } from "../../src/server/index.ts";
import { CLIENT, dump, openRoleTable, type RoleTable } from "../support/workers/role-table.ts";

let opened: RoleTable;
const ends = new AsyncDisposableStack();
beforeAll(async () => {
  opened = ends.use(await openRoleTable({ endsAt: 3 }));
  await using database = await connectDatabase(opened.as("worker"), { clock: systemClock });
  await migrate(database);
  await using _queue = await openQueue(opened.as("worker"), { onError: (message) => expect.fail(message) });
}, 120_000);
afterAll(() => ends.disposeAsync());

/** The server's app with the database of that role. */
async function serving(role: "worker" | "viewer", harness: Harness = opened.table.harness(CLIENT)) {
  const url = opened.as(role);
  const database = ends.use(await connectDatabase(url, { clock: systemClock }));
  const { app, close } = createApp({
    harness,
    workspace: opened.table.dir,
    engine: createEngineRuns({
      database,
      withQueue: async (use) => {
        await using queue = await openQueue(url, { onError: (message) => expect.fail(message) });
        return await use(queue);
      },
    }),
    place: { host: "127.0.0.1", port: () => 80 },
  });
  ends.defer(close);
  const post = async (path: string, body: object) => {
    const answer = await app.request(`http://127.0.0.1/api/engine-runs/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, json: (await answer.json()) as unknown };
  };
  return { app, post };
}

/** Addresses of the models, but no keys. */
function keyless(): Harness {
  const env = Object.fromEntries(
    Object.entries(opened.table.server.env(CLIENT)).filter(([name]) => !name.endsWith("_KEY")),
  );
  const { settings } = resolveSettings({ file: {}, env });
  const harness = createHarness({ settings, ...connect(settings, env), cwd: opened.table.dir });
  ends.defer(() => harness.close());
  return harness;
}

const runs = async () => (await opened.admin.query("SELECT id FROM rehearse.run")).length;
const foldersIn = (name: string) => {
  const dir = join(opened.table.dir, name);
  return existsSync(dir) ? readdirSync(dir) : [];
};
const matrix = {
  stories: ["innsmouth"],
  prompts: ["baseline"],
  narrators: ["opus-4.5"],
  maxTurns: 6,
  seed: 7,
  budget: 5,
};

test("a role that can only read is told so before anything is written", async () => {
  const { app, post } = await serving("viewer");
  expect(serverInfo.parse(await (await app.request("http://127.0.0.1/api/server")).json())).toMatchObject({
    engine: true,
  });
  expect(startEstimate.parse((await post("matrices/estimate", matrix)).json).problems).toMatchObject([
    { code: "read-only-engine", remedy: expect.stringContaining("--engine postgres://…") as string },
  ]);
  expect(await post("matrices", matrix)).toMatchObject({
    status: 403,
    json: { error: { code: "read-only-engine" } },
  });
  expect([await runs(), foldersIn("matrices")]).toEqual([0, []]);
  const writer = await serving("worker");
  for (const id of ["nobody", "%00"])
    expect(await writer.post(`${id}/stop`, {})).toMatchObject({
      status: 400,
      json: { error: { code: "unknown-run" } },
    });
});

test("a matrix and an A/B test are queued without keys, and workers play them", async () => {
  const { post } = await serving("worker", keyless());
  const { problems, notes, time, command, high } = startEstimate.parse(
    (await post("matrices/estimate", matrix)).json,
  );
  expect({ problems, time, notes }).toEqual({
    problems: [],
    time: undefined,
    notes: ["No worker is connected. The run waits until one is."],
  });
  expect(high).toBeGreaterThan(0);
  expect(command).toMatch(/ matrix --stories innsmouth .* --engine env --detach$/);
  const { status, json } = await post("matrices", matrix);
  const queued = engineRunView.parse(json);
  expect([status, queued]).toMatchObject([202, { state: "queued", kind: "matrix", planned: 1, budget: 5 }]);

  // The reader's key is needed here: unread turns of the checkpoint are read first.
  const here = await serving("worker");
  expect((await opened.table.run(CLIENT, "play", "--narrator", "opus-4.5", "--max-turns", "6")).exit).toBe(0);
  const [session] = foldersIn("sessions");
  const ab = {
    checkpoints: [{ session, turn: 1 }],
    b: { prompt: "structured" },
    turns: 1,
    times: 1,
    noise: { dice: 0, repeats: 1 },
  };
  const test = engineRunView.parse((await here.post("abs", ab)).json);
  expect(test).toMatchObject({ state: "queued", kind: "ab", planned: 2 });
  expect([foldersIn("matrices"), foldersIn("abs")]).toEqual([[], []]);

  const worker = opened.startWorker();
  await opened.until(queued.id, "finished");
  await opened.until(test.id, "finished");
  worker.kill("SIGTERM");
  await worker.ended;
  const text = await dump(opened.admin);
  expect(text).toContain("opus-4.5");
  for (const [name, key] of Object.entries(opened.table.server.env(CLIENT)))
    if (name.endsWith("_KEY")) expect(text.includes(key), name).toBe(false);
}, 120_000);

test("a narrator that is a module of this machine is not sent to workers", async () => {
  const module = join(opened.table.dir, "narrator.mjs");
  writeFileSync(
    module,
    'export default async ({ state }) => ({ text: "The inn is dark. What do you do?", state });\n',
  );
  const earlier = foldersIn("sessions");
  expect((await opened.table.run(CLIENT, "play", "--narrator", module, "--max-turns", "3")).exit).toBe(0);
  const session = foldersIn("sessions").find((name) => !earlier.includes(name));
  const before = await runs();
  const { post } = await serving("worker");
  const ab = { checkpoints: [{ session, turn: 1 }], b: { prompt: "structured" }, turns: 1, times: 1 };
  const problem = { code: "outside-narrator", message: expect.stringContaining(module) as string };
  expect(startEstimate.parse((await post("abs/estimate", ab)).json).problems).toContainEqual(
    expect.objectContaining(problem),
  );
  expect(await post("abs", ab)).toMatchObject({ status: 400, json: { error: problem } });
  expect([await runs(), foldersIn("abs")]).toEqual([before, []]);
});
