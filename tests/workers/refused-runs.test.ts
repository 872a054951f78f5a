/** Runs that a worker cannot play: a key or room on its disk is missing, or its version is too old. Others play them, or they fail. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import type { Database } from "../../src/kernel/database/index.ts";
import {
  findRun,
  openQueue,
  sessionsOf,
  startWorker,
  stopRun,
  submitRun,
} from "../../src/kernel/engine/index.ts";
import { HarnessError } from "../../src/kernel/errors/index.ts";
import { InterruptedError } from "../../src/kernel/models/index.ts";
import { fileError } from "../../src/kernel/store/index.ts";
import { runRehearse } from "../support/cli/rehearse-process.ts";
import type { Postgres } from "../support/postgres.ts";
import { openWorkers, soon } from "../support/workers/played-workers.ts";
import { withPostgres } from "../support/workers/with-postgres.ts";

let postgres: Postgres;
let database: Database;
withPostgres((opened) => void ({ postgres, database } = opened));

test(
  "a worker that is older than the run leaves it to newer ones, and says why",
  { timeout: 60_000 },
  async () => {
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
        pauseMs: 500,
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

describe.concurrent("with sessions that a test plays itself", { timeout: 60_000 }, () => {
  test("a refused run fails or stops once no other worker is left, even if its job was lost", async () => {
    await using workers = await openWorkers(postgres, "refusing");
    const { database, queue } = workers;
    const other =
      "INSERT INTO rehearse.worker (id, host, pid, version, at_once) VALUES ('new', 'h', 1, '2.0.0', 1)";
    await database.query(other);
    const { events } = await workers.start({ version: "1.0.0" });
    const runs = ["left", "stopped", "lost"];
    for (const run of runs) await workers.submit(run, { version: "2.0.0" });
    for (const run of runs)
      await vi.waitFor(
        async () => expect(events).toContainEqual(expect.objectContaining({ event: "returned", run })),
        soon,
      );
    await database.query("UPDATE rehearse_queue.job SET state = 'failed' WHERE data->>'run' = 'lost'");
    for (const run of ["stopped", "lost"]) expect(await stopRun(database, queue, run)).toBe("stopping");
    await database.query("DELETE FROM rehearse.worker WHERE id = 'new'");
    expect(await workers.ended("left")).toMatchObject({ state: "failed", error: { code: "older-worker" } });
    expect(await workers.ended("stopped")).toMatchObject({ state: "stopped" });
    expect(await workers.ended("lost")).toMatchObject({ state: "stopped" });
  });

  test("a run waits for a worker that restarts, though one without keys is connected, and says so", async () => {
    await using workers = await openWorkers(postgres, "restarting");
    const { database } = workers;
    const missing = () => {
      throw new HarnessError({ code: "missing-keys", message: "ANTHROPIC_API_KEY is not set.", remedy: "" });
    };
    const capable = await workers.start({
      id: "capable",
      play: async (_input, drain) => {
        await once(drain, "abort");
        throw new InterruptedError();
      },
    });
    const run = await workers.submit("restarted");
    const session = async () => (await sessionsOf(database, run))[0];
    await vi.waitFor(async () => expect(await session()).toMatchObject({ worker: "capable" }), soon);
    const keyless = await workers.start({ id: "keyless", open: missing, conduct: async () => missing() });
    await capable.end();
    await vi.waitFor(() => {
      for (const refused of [{ run }, { run, session: "s1" }])
        expect(keyless.events).toContainEqual(expect.objectContaining({ event: "returned", ...refused }));
    }, soon);
    expect(await findRun(database, run)).toMatchObject({ state: "playing", error: null });
    const shown = await runRehearse(["runs", "show", run, "--engine", workers.url], {
      cwd: tmpdir(),
      env: {},
    });
    expect(shown.stdout).toMatch(
      /keyless cannot play it: ANTHROPIC_API_KEY is not set\.\nWaiting for a worker that can play it: .* fails at \d\d:\d\d:\d\d UTC\./,
    );
    await workers.start({ id: "restarted" });
    expect(await workers.ended(run)).toMatchObject({ state: "finished", sessions: { played: 1 } });

    // Nobody who may come back was seen for a minute.
    const hopeless = await workers.submit("hopeless", { version: "2.0.0" });
    await database.query(
      "UPDATE rehearse.worker SET seen = now() - interval '61 seconds' WHERE id = 'capable'",
    );
    expect(await workers.ended(hopeless)).toMatchObject({ state: "failed", error: { code: "older-worker" } });
  });

  test("a coordinator that cannot write leaves the run to others; if there are none the run fails and its sessions stop", async () => {
    await using workers = await openWorkers(postgres, "failing");
    const { database } = workers;
    const full = fileError(Object.assign(new Error(), { code: "ENOSPC" }), {
      doing: "write",
      path: "ab.json",
    });
    const { events } = await workers.start({
      play: async (_input, drain) => {
        await once(drain, "abort");
        throw new InterruptedError();
      },
      conduct: async (engine, jobs) => {
        void engine.run(undefined as never, jobs(), {} as never).catch(() => {});
        while ((await sessionsOf(database, "full"))[0]?.state !== "playing") await delay(50);
        throw full;
      },
    });
    await database.query(
      "INSERT INTO rehearse.worker (id, host, pid, version, at_once) VALUES ('other', 'h', 1, '1.0.0', 1)",
    );
    const run = await workers.submit("full");
    await vi.waitFor(
      async () =>
        expect(events).toContainEqual({ event: "returned", run, session: undefined, why: full.message }),
      soon,
    );
    expect(await findRun(database, run)).toMatchObject({ state: "playing" });
    await database.query("DELETE FROM rehearse.worker WHERE id = 'other'");
    expect(await workers.ended(run)).toMatchObject({ state: "failed", error: { code: "disk-full" } });
    await vi.waitFor(
      async () => expect(await sessionsOf(database, run)).toMatchObject([{ state: "stopped", worker: "w" }]),
      soon,
    );
  });
});
