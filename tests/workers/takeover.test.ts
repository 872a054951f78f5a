/** What must not go wrong when the worker that coordinates a run is replaced, or when one of several workers cannot play it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, migrate } from "../../src/kernel/database/index.ts";
import {
  deleteRun,
  openQueue,
  resumeRun,
  retrySession,
  sessionsOf,
  startWorker,
  stopRun,
} from "../../src/kernel/engine/index.ts";
import { HarnessError } from "../../src/kernel/errors/index.ts";
import { writeFileSafely } from "../../src/kernel/store/index.ts";
import { startRehearse } from "../support/cli/rehearse-process.ts";
import { openTable } from "../support/model-servers/playtest-table.ts";
import type { Postgres } from "../support/postgres.ts";
import { openWorkers, soon } from "../support/workers/played-workers.ts";
import { createDatabase, withPostgres } from "../support/workers/with-postgres.ts";

let postgres: Postgres;
withPostgres((opened) => void ({ postgres } = opened));

const plan =
  "stories: [innsmouth]\nsystemPrompts: { baseline: baseline }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: 6\nplayers: 2\nmaxTurnsPerSession: 8\n";

test(
  "a new coordinator takes no session from a worker that is playing it, and a worker without keys ruins nothing",
  { timeout: 240_000 },
  async () => {
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
    // Without it, no connected worker could play the run once the first has ended.
    const connected = async () =>
      (await database.query("SELECT id FROM rehearse.worker WHERE seen > now() - interval '1 minute'"))
        .length;
    while ((await turns()) < 6 || (await connected()) < 3) await delay(50);
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
  const url = await createDatabase(postgres, "other_folder");
  await using database = await connectDatabase(url, { clock: systemClock });
  await migrate(database);
  await using queue = await openQueue(url, { onError: () => {} });
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

test("a worker that gives jobs back never plays more at once than it should", async () => {
  const url = await createDatabase(postgres, "given_back");
  await using database = await connectDatabase(url, { clock: systemClock });
  await migrate(database);
  const errors: string[] = [];
  await using queue = await openQueue(url, {
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
      await delay(600);
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

describe.concurrent("with sessions that a test plays itself", { timeout: 60_000 }, () => {
  test.each([
    ["nul", "bad \u0000 byte"],
    ["surrogate", "cut \ud83d"],
  ])("text that Postgres refuses (%s) ends a session like any other", async (name, text) => {
    await using workers = await openWorkers(postgres, `text_${name}`);
    let plays = 0;
    await workers.start({
      sessions: 2,
      play: async (input) => {
        plays++;
        if (input.sessionId === "s1") return { turns: 1, [text]: text };
        throw new HarnessError({ code: "model-error", message: text, remedy: "", exit: 3 });
      },
    });
    const run = await workers.submit("texts");
    expect(await workers.ended(run)).toMatchObject({ state: "finished" });
    const clean = text.replace(/[\0\ud83d]/g, "\ufffd");
    expect(await sessionsOf(workers.database, run)).toMatchObject([
      { state: "played", error: null },
      { state: "crashed", error: { message: clean } },
    ]);
    expect(await workers.database.query("SELECT output FROM rehearse.session WHERE id = 's1'")).toEqual([
      { output: { turns: 1, [clean]: clean } },
    ]);
    // Once, and twice before it counts as crashed.
    expect(plays).toBe(3);
  });

  test("a session with which the database reports an error each time is played three times", async () => {
    await using workers = await openWorkers(postgres, "refused");
    let plays = 0;
    await workers.start({ play: async () => ({ turns: `${++plays} turns` }) });
    const run = await workers.submit("odd");
    await workers.ended(run);
    expect(await sessionsOf(workers.database, run)).toMatchObject([
      { state: "crashed", error: { code: "database-error" } },
    ]);
    expect(plays).toBe(3);
  });

  test("a name that is used again after a delete is played by its new plan, and is no longer refused", async () => {
    await using workers = await openWorkers(postgres, "again");
    let broken = false;
    const found: unknown[] = [];
    await workers.start({
      open: (run, dir) => async () => {
        found.push([run.cap, readdirSync(dir).filter((name) => name !== "sessions")]);
        return { turns: 1 };
      },
      conduct: async (engine, jobs) => {
        if (broken) throw new HarnessError({ code: "unknown-model", message: "typo", remedy: "" });
        return (await engine.run(undefined as never, jobs(), {} as never)).endedBy;
      },
    });
    for (const cap of [100, 1]) {
      rmSync(workers.plan, { recursive: true });
      mkdirSync(workers.plan);
      writeFileSync(join(workers.plan, `plan-${cap}`), "");
      expect(await workers.ended(await workers.submit("same", { cap }))).toMatchObject({ state: "finished" });
      await deleteRun(workers.database, "same");
    }
    expect(found).toEqual([
      [100, ["plan-100"]],
      [1, ["plan-1"]],
    ]);
    broken = true;
    expect(await workers.ended(await workers.submit("same"))).toMatchObject({ state: "failed" });
    await deleteRun(workers.database, "same");
    broken = false;
    expect(await workers.ended(await workers.submit("same"))).toMatchObject({ state: "finished" });
  });

  test("a retry plays no session that was never drawn before", async () => {
    await using workers = await openWorkers(postgres, "undrawn");
    const { database, queue } = workers;
    let isFirst = true;
    await workers.start({
      sessions: 3,
      play: async ({ sessionId }) => {
        if (isFirst && sessionId === "s1")
          throw new HarnessError({ code: "model-error", message: "down", remedy: "", exit: 3 });
        return { turns: 1 };
      },
      conduct: async (engine, jobs) => {
        const drawn = isFirst ? [...jobs()].slice(0, 2) : jobs();
        return (await engine.run(undefined as never, drawn, {} as never)).endedBy;
      },
    });
    const run = await workers.submit("drawn");
    await workers.ended(run);
    isFirst = false;
    await retrySession(database, queue, run, "s1");
    expect(await workers.ended(run)).toMatchObject({ sessions: { played: 2 } });
    expect((await sessionsOf(database, run)).map(({ id, state }) => [id, state])).toEqual([
      ["s1", "played"],
      ["s2", "played"],
    ]);
  });

  test("a new coordinator copies what it reads of played sessions, and all of the others", async () => {
    await using workers = await openWorkers(postgres, "copied");
    const { database, queue } = workers;
    const found: string[][] = [];
    const files = (dir: string) =>
      readdirSync(join(dir, "sessions"), { recursive: true, encoding: "utf8" }).toSorted();
    await workers.start({
      sessions: 2,
      open:
        (_, dir) =>
        async ({ sessionId }) => {
          const own = join(dir, "sessions", sessionId);
          mkdirSync(join(own, "judging"), { recursive: true });
          for (const file of ["session.json", "turn-1.json", "judging/one.json"])
            await writeFileSafely(join(own, file), sessionId);
          if (sessionId === "s2")
            throw new HarnessError({ code: "model-error", message: "down", remedy: "", exit: 3 });
          return { turns: 1 };
        },
      conduct: async (engine, jobs, { dir, fetchEnded }) => {
        await fetchEnded(["session.json", "judging/%"]);
        found.push(files(dir));
        const { endedBy } = await engine.run(undefined as never, jobs(), {} as never);
        found.push(files(dir));
        return endedBy;
      },
    });
    const run = await workers.submit("copied");
    await workers.ended(run);
    await resumeRun(database, queue, run);
    await workers.ended(run);
    const copied = [
      "s1",
      "s1/judging",
      "s1/judging/one.json",
      "s1/session.json",
      "s2",
      "s2/judging",
      "s2/judging/one.json",
      "s2/session.json",
      "s2/turn-1.json",
    ];
    expect(found).toEqual([[], copied, copied, copied]);
  });

  test("a run that was stopped while its only worker was silent can be resumed when the worker wakes up", async () => {
    await using workers = await openWorkers(postgres, "silent");
    const { database, queue } = workers;
    await workers.start({ sessions: 6, play: () => delay(500, { turns: 1 }) });
    const run = await workers.submit("silent", { atOnce: 2 });
    await vi.waitFor(async () => expect(await sessionsOf(database, run)).not.toEqual([]), soon);
    await database.query("UPDATE rehearse.worker SET seen = now() - interval '2 minutes'");
    expect(await stopRun(database, queue, run)).toBe("stopped");
    await resumeRun(database, queue, run);
    expect(await workers.ended(run)).toMatchObject({ state: "finished", sessions: { played: 6 } });
  });
});
