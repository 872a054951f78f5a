/** What must not go wrong when the worker that coordinates a run is replaced, or when one of several workers cannot play it. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, migrate } from "../../src/kernel/database/index.ts";
import { findRun, openQueue, startWorker, submitRun } from "../../src/kernel/engine/index.ts";
import { startRehearse } from "../support/cli/rehearse-process.ts";
import { openTable } from "../support/model-servers/playtest-table.ts";
import { startPostgres } from "../support/postgres.ts";

const plan =
  "stories: [innsmouth]\nsystemPrompts: { baseline: baseline }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: 6\nplayers: 2\nmaxTurnsPerSession: 8\n";

test(
  "a new coordinator takes no session from a worker that is playing it, and a worker without keys ruins nothing",
  { timeout: 240_000 },
  async () => {
    await using postgres = await startPostgres();
    await using table = await openTable({ endsAt: 5, pause: () => delay(60) });
    await using database = await connectDatabase(postgres.url, { clock: systemClock });
    writeFileSync(join(table.dir, "six.yaml"), plan);
    const worker = () =>
      table.rehearse("worked", "worker", "--engine", postgres.url, "--concurrency", "2", "--log", "json");
    const keyless = startRehearse(["worker", "--engine", postgres.url, "--log", "json"], {
      cwd: table.dir,
      env: {},
    });
    const first = worker();
    const matrix = table.rehearse(
      "worked",
      "matrix",
      "--plan",
      "six.yaml",
      "--seed",
      "w",
      "--engine",
      postgres.url,
      "--json",
    );
    const turns = async () =>
      (
        await database
          .query<{ n: number }>("SELECT coalesce(sum(turns), 0)::int AS n FROM rehearse.session")
          .catch(() => [])
      )[0]?.n ?? 0;
    while ((await turns()) < 2) await delay(50);
    const second = worker();
    while ((await turns()) < 6) await delay(50);
    first.kill("SIGTERM");
    expect(await first.ended).toMatchObject({ exit: 0 });
    const { exit, stderr } = await matrix.ended;
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    for (const one of [second, keyless]) one.kill("SIGTERM");
    await second.ended;
    // What it cannot play it gives back, and says why.
    expect((await keyless.ended).stdout).toContain('"event":"returned"');

    const sessions = await database.query("SELECT state, deliveries, turns FROM rehearse.session");
    expect(sessions).toHaveLength(6);
    for (const session of sessions) expect(session).toMatchObject({ state: "played", turns: 5 });
    // Drained sessions give their delivery back: each was begun once.
    expect(sessions.map((session) => (session as { deliveries: number }).deliveries)).toEqual([
      1, 1, 1, 1, 1, 1,
    ]);
    // No turn was cut off: every call was answered and is booked.
    const [money] = await database.query<{ cost: number; most: number }>(
      "SELECT sum(cost) AS cost, sum(at_most) AS most FROM rehearse.money",
    );
    expect(money!.most).toBeCloseTo(money!.cost, 9);
  },
);

test("a job that names another folder is refused, and nothing is deleted", { timeout: 60_000 }, async () => {
  await using postgres = await startPostgres();
  await using database = await connectDatabase(postgres.url, { clock: systemClock });
  await migrate(database);
  await using queue = await openQueue(postgres.url, { onError: () => {} });
  const dir = mkdtempSync(join(tmpdir(), "rehearse-takeover-"));
  mkdirSync(join(dir, "victim"));
  await database.query(
    "INSERT INTO rehearse.run (id, kind, state, planned) VALUES ('r', 'matrix', 'playing', 1)",
  );
  const session = "../../victim";
  await database.query("INSERT INTO rehearse.session (run, id, start, input) VALUES ('r', $1, 1, $2)", [
    session,
    JSON.stringify({ sessionId: session }),
  ]);
  await queue.sendSessions([{ run: "r", start: 1, session }]);
  const events: Array<Record<string, unknown>> = [];
  const stop = new AbortController();
  const worker = await startWorker({
    database,
    queue,
    clock: systemClock,
    tasks: {
      openRun: () => Promise.reject(new Error("opened")),
      conduct: () => Promise.reject(new Error("conducted")),
    },
    id: "w",
    version: "0",
    dir: join(dir, "work"),
    atOnce: 1,
    log: (event, facts) => void events.push({ event, ...facts }),
    signal: stop.signal,
  });
  while (!events.some(({ event }) => event === "returned")) await delay(50);
  expect(existsSync(join(dir, "victim"))).toBe(true);
  stop.abort();
  await worker.ended;
});

test(
  "a worker that is older than the run leaves it to newer ones, and says why",
  { timeout: 60_000 },
  async () => {
    await using postgres = await startPostgres();
    await using database = await connectDatabase(postgres.url, { clock: systemClock });
    await migrate(database);
    const dir = mkdtempSync(join(tmpdir(), "rehearse-versions-"));
    mkdirSync(join(dir, "plan"));
    const stop = new AbortController();
    const events: Array<Record<string, unknown>> = [];
    const conducted: string[] = [];
    // A queue each, as in processes of their own: one that returns a job pauses.
    const queues = [
      await openQueue(postgres.url, { onError: () => {} }),
      await openQueue(postgres.url, { onError: () => {} }),
    ];
    const start = (version: string, queue: (typeof queues)[number]) =>
      startWorker({
        database,
        queue,
        clock: systemClock,
        tasks: {
          openRun: () => Promise.reject(new Error("opened")),
          conduct: async () => void conducted.push(version),
        },
        id: version,
        version,
        dir: join(dir, version),
        atOnce: 1,
        log: (event, facts) => void events.push({ event, ...facts }),
        signal: stop.signal,
      });
    const submit = (name: string) =>
      submitRun(database, queues[0]!, {
        name,
        kind: "matrix",
        dir: join(dir, "plan"),
        planned: 1,
        version: "1.10.0",
      });
    const ended = (id: string) =>
      expect
        .poll(async () => (await findRun(database, id)).state, { timeout: 30_000 })
        .toMatch(/finished|failed/);

    const workers = [await start("1.9.3", queues[0]!)];
    const alone = await submit("alone");
    await ended(alone);
    const { error } = await findRun(database, alone);
    expect(error).toMatchObject({
      code: "older-worker",
      message: expect.stringContaining("queued by rehearse 1.10.0; this worker is 1.9.3") as unknown,
    });
    expect(conducted).toEqual([]);

    // With a newer worker connected, the older one gives the run back.
    await database.query(
      "INSERT INTO rehearse.worker (id, host, pid, version, at_once) VALUES ('1.10.0', 'h', 1, '1.10.0', 1)",
    );
    const both = await submit("both");
    await expect
      .poll(() => events, { timeout: 30_000 })
      .toContainEqual(
        expect.objectContaining({ event: "returned", run: both, why: error!.message.replace("alone", both) }),
      );
    workers.push(await start("1.10.0", queues[1]!));
    await ended(both);
    expect(await findRun(database, both)).toMatchObject({ state: "finished", version: "1.10.0" });
    expect(conducted).toEqual(["1.10.0"]);
    stop.abort();
    for (const worker of workers) await worker.ended;
    for (const queue of queues) await queue[Symbol.asyncDispose]();
  },
);

test("a worker that gives jobs back never plays more at once than it should", async () => {
  await using postgres = await startPostgres();
  await using database = await connectDatabase(postgres.url, { clock: systemClock });
  await migrate(database);
  const errors: string[] = [];
  await using queue = await openQueue(postgres.url, {
    leaseSeconds: 10,
    onError: (message) => errors.push(message),
  });
  let [playing, most, returned] = [0, 0, 0];
  const ended = new Set<string>();
  queue.work("sessions", 2, async ({ session }) => {
    playing++;
    most = Math.max(most, playing);
    try {
      if (returned++ === 0) {
        await delay(300);
        queue.pause("sessions", 100);
        throw new Error("not here");
      }
      await delay(1_500);
      ended.add(session!);
    } finally {
      playing--;
    }
  });
  const names = Array.from({ length: 7 }, (_, index) => `s${index}`);
  await queue.sendSessions(names.map((session) => ({ run: "r", start: 1, session })));
  await expect.poll(() => [...ended].toSorted(), { timeout: 60_000 }).toEqual(names);
  expect({ most, errors }).toEqual({ most: 2, errors: [] });
});
