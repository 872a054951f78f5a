/** Stopping, resuming and retrying runs that workers play, by the real command line. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase } from "../../src/kernel/database/index.ts";
import type { QueuedRun, QueuedSession } from "../../src/kernel/engine/index.ts";
import { openTable, type Table } from "../support/model-servers/playtest-table.ts";
import type { Postgres } from "../support/postgres.ts";
import { createDatabase, withPostgres } from "../support/workers/with-postgres.ts";

let postgres: Postgres;
withPostgres((opened) => void ({ postgres } = opened));

const plan = (stories: string) =>
  `stories: [${stories}]\nsystemPrompts: { baseline: baseline }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: 2\nplayers: 2\nmaxTurnsPerSession: 20\n`;

const commandsOn = (table: Table, url: string) => {
  const runs = async (...args: string[]) => {
    const { exit, stdout, stderr } = await table.run("worked", "runs", ...args, "--engine", url, "--json");
    return { exit, stderr, json: exit === 0 ? (JSON.parse(stdout) as unknown) : undefined };
  };
  const show = async (id: string) =>
    (await runs("show", id)).json as Omit<QueuedRun, "sessions"> & { sessions: QueuedSession[] };
  /** Looks in the database, since a command takes much longer. */
  const until = async (id: string, condition: string) => {
    await using database = await connectDatabase(url, { clock: systemClock });
    const isSo = `SELECT 1 FROM rehearse.run JOIN rehearse.session ON session.run = run.id WHERE run.id = $1 AND ${condition}`;
    while ((await database.query(isSo, [id])).length === 0) await delay(50);
    return show(id);
  };
  return {
    runs,
    until,
    async submit(file: string) {
      const { exit, stdout, stderr } = await table.run(
        "worked",
        "matrix",
        "--plan",
        file,
        "--seed",
        "w",
        "--engine",
        url,
        "--detach",
        "--json",
      );
      expect({ exit, stderr }).toMatchObject({ exit: 0 });
      return (JSON.parse(stdout) as { run: string }).run;
    },
    worker: () =>
      table.rehearse(
        "worked",
        "worker",
        "--engine",
        url,
        "--lease",
        "10",
        "--concurrency",
        "2",
        "--log",
        "json",
      ),
  };
};

test(
  "a run is stopped, resumed and finished; a crashed session is retried alone",
  { timeout: 240_000 },
  async () => {
    let broken = true;
    // Slower than the beat of a worker, by which it learns of a stop.
    let pauseMs = 150;
    await using table = await openTable({
      endsAt: 15,
      pause: () => delay(pauseMs),
      special: (asked) =>
        broken && asked.part === "narrator" && /salt road/i.test(JSON.stringify(asked))
          ? { does: "refuse", status: 400, message: "not today" }
          : undefined,
    });
    const { runs, until, submit, worker } = commandsOn(table, postgres.url);
    writeFileSync(join(table.dir, "two.yaml"), plan("innsmouth, salt-road"));
    const id = await submit("two.yaml");
    expect((await runs("list")).json).toMatchObject({
      runs: [{ id, state: "queued", planned: 4 }],
      workers: [],
    });
    expect(await runs("resume", id)).toMatchObject({ exit: 0 });

    const playing = worker();
    await until(id, "session.turns >= 1");
    expect(await runs("stop", id)).toMatchObject({ exit: 0 });
    const stopped = await until(id, "run.state = 'stopped'");
    expect(stopped.sessions.map(({ state }) => state)).toContain("stopped");
    const turns = stopped.sessions.reduce((sum, session) => sum + session.turns, 0);
    const asked = table.server.log.length;
    await delay(1500);
    expect(table.server.log.length).toBe(asked);

    pauseMs = 0;
    // One session does not finish the run: the others are still stopped.
    const { id: one } = stopped.sessions.find(
      ({ id: name, state }) => state === "stopped" && name.includes("innsmouth"),
    )!;
    expect(await runs("retry", id, one)).toMatchObject({ exit: 0 });
    const still = await until(
      id,
      `run.state IN ('stopped', 'finished') AND session.id = '${one}' AND session.state = 'played'`,
    );
    expect(still).toMatchObject({ state: "stopped", error: { exit: 130 } });
    expect(still.sessions.map(({ state }) => state)).toContain("stopped");

    expect(await runs("resume", id)).toMatchObject({ exit: 0 });
    const finished = await until(id, "run.state = 'finished'");
    expect(finished.turns).toBeGreaterThan(turns);
    expect(finished.sessions.map(({ state }) => state)).toEqual(["played", "crashed", "played", "crashed"]);
    const crashed = finished.sessions[1]!;
    expect(crashed.error!.message).toContain("not today");
    expect(await runs("retry", id, finished.sessions[0]!.id)).toMatchObject({ exit: 2 });

    broken = false;
    expect(await runs("retry", id, crashed.id)).toMatchObject({ exit: 0 });
    const retried = await until(id, "run.state = 'finished'");
    expect(retried.sessions.map(({ state }) => state)).toEqual(["played", "played", "played", "crashed"]);
    playing.kill("SIGTERM");
    expect(await playing.ended).toMatchObject({ exit: 0 });
    expect((await runs("list")).json).toMatchObject({ workers: [] });
  },
);

test(
  "a drained worker hands its sessions to another one, which repeats no answered call",
  { timeout: 240_000 },
  async () => {
    await using table = await openTable({ endsAt: 6, pause: () => delay(40) });
    const { until, submit, worker } = commandsOn(table, await createDatabase(postgres, "drained"));
    writeFileSync(join(table.dir, "one.yaml"), plan("innsmouth"));
    const id = await submit("one.yaml");
    const first = worker();
    await until(id, "session.turns >= 2");
    first.kill("SIGTERM");
    const ended = await first.ended;
    expect(ended).toMatchObject({ exit: 0 });
    expect(ended.stdout).toContain('"event":"draining"');
    const second = worker();
    const finished = await until(id, "run.state = 'finished'");
    expect(finished.sessions.map(({ state, turns }) => [state, turns])).toEqual([
      ["played", 6],
      ["played", 6],
    ]);
    second.kill("SIGTERM");
    await second.ended;
    expect(finished.atMost).toBeCloseTo(finished.cost, 9);
    expect(table.server.log.every(({ answered }) => answered)).toBe(true);
  },
);
