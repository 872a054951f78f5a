/** Retrying one session of an A/B test that has ended. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBudget } from "../../src/kernel/budget/index.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, migrate } from "../../src/kernel/database/index.ts";
import {
  fetchRun,
  findRun,
  isOver,
  openQueue,
  resumeRun,
  retrySession,
  sessionsOf,
  startWorker,
  stopRun,
  submitRun,
} from "../../src/kernel/engine/index.ts";
import type { AbDecision, AbPair } from "../../src/contract/index.ts";
import { queuedTasks, readArm } from "../../src/playtest/index.ts";
import { emptyFolder, houseHarness } from "../playtest/house-session.ts";
import { plannedAb } from "../playtest/experiments/ab-command.ts";
import { startPostgres } from "../support/postgres.ts";

test("plays that session and no other, and counts its pair again", { timeout: 120_000 }, async () => {
  const folder = emptyFolder("narrator-");
  const [narrator, broken] = [join(folder, "narrator.mjs"), join(folder, "broken")];
  writeFileSync(broken, "");
  writeFileSync(
    narrator,
    `import { existsSync } from "node:fs";\nexport default async () => { if (existsSync(${JSON.stringify(broken)})) throw new Error("down"); return { text: "The tide turns, and a bell is heard." }; };`,
  );
  const harness = () => {
    const made = houseHarness();
    made.permits.allow([narrator]);
    return made;
  };
  const dir = join(emptyFolder("ab-"), "test");
  await plannedAb(harness(), dir, {
    b: readArm([`narrator=${narrator}`]),
    untilDecided: true,
    times: 12,
    turns: 1,
  });
  await using postgres = await startPostgres();
  await using database = await connectDatabase(postgres.url, { clock: systemClock });
  await migrate(database);
  await using queue = await openQueue(postgres.url, { onError: () => {} });
  const run = await submitRun(database, queue, { name: "test", kind: "ab", dir, planned: 24, atOnce: 4 });
  const stop = new AbortController();
  const worker = await startWorker({
    database,
    queue,
    clock: systemClock,
    tasks: queuedTasks({ harnessFor: harness, moneyOf: () => createBudget() }),
    id: "w",
    version: "1.0.0",
    dir: emptyFolder("work-"),
    atOnce: 4,
    log: () => {},
    signal: stop.signal,
  });
  const ended = async () => {
    await expect
      .poll(async () => isOver((await findRun(database, run)).state), { timeout: 60_000, interval: 100 })
      .toBe(true);
    const copied = emptyFolder("copied-");
    await fetchRun(database, { run, dir: copied });
    const sessions = await sessionsOf(database, run);
    return {
      state: (await findRun(database, run)).state,
      ...(JSON.parse(readFileSync(join(copied, "ab.json"), "utf8")) as {
        decision: AbDecision;
        pairs: AbPair[];
      }),
      sessions: Object.fromEntries(sessions.map(({ id, state }) => [id, state])),
    };
  };
  // B crashes every time, so A wins every pair and the test is over before all are played.
  const before = await ended();
  expect(before).toMatchObject({ state: "finished", decision: { winner: "a" } });
  expect(before.sessions["0003-b"]).toBe("crashed");
  expect(before.sessions).not.toHaveProperty("0012-b");

  rmSync(broken);
  await retrySession(database, queue, run, "0003-b");
  const after = await ended();
  expect(after.sessions).toEqual({ ...before.sessions, "0003-b": "played" });
  expect([before, after].map(({ pairs }) => pairs[2]!.crashed)).toEqual([["b"], []]);
  expect(after.pairs.toSpliced(2, 1)).toEqual(before.pairs.toSpliced(2, 1));
  expect(after).toMatchObject({ state: "finished", decision: { wins: { b: 0 } } });

  // Stopped before it was played, it is what a resume plays.
  await retrySession(database, queue, run, "0002-b");
  await stopRun(database, queue, run);
  expect((await ended()).sessions).toMatchObject({ "0002-b": "stopped" });
  await resumeRun(database, queue, run);
  expect((await ended()).sessions).toEqual({ ...after.sessions, "0002-b": "played" });
  stop.abort();
  await worker.ended;
});
