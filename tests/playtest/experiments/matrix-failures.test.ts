/**
 * A matrix with failures: a failed session does not affect the others, and money is counted once, no matter when it was
 * spent.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { MatrixConfigInput } from "../../../src/contract/index.ts";
import { dollars } from "../../../src/kernel/report/index.ts";
import { runJobs, type RunJobs } from "../../../src/kernel/engine/index.ts";
import { atMostOf } from "../../../src/kernel/journal/index.ts";
import {
  matrixOutcome,
  plannedConfig,
  planMatrix,
  playSession,
  resumeSession,
  runMatrix,
  spentAfterPlay,
  storedResult,
} from "../../../src/playtest/index.ts";
import { goodAnswer, openCourt } from "../../support/model-servers/judge-server.ts";
import { houseHarness } from "../../support/house-cast/house-harness.ts";

/** Many sessions a test. */
vi.setConfig({ testTimeout: 120_000 });

const folder = () => join(mkdtempSync(join(tmpdir(), "matrix-")), "m");
const onHouse: MatrixConfigInput = {
  stories: ["innsmouth"],
  systemPrompts: { a: "baseline" },
  narratorModels: ["house"],
  playerModel: "house",
  classifier: "house",
  sessionsPerCombination: 3,
  maxTurnsPerSession: 3,
  seed: 1,
};
const judged: MatrixConfigInput = { ...onHouse, judge: "opus-4.5" };
const outcomes = ({ rows }: { rows: ReadonlyArray<{ outcome: string }> }) =>
  rows.map(({ outcome }) => outcome);

/** A judge that is paid for an unusable answer and then fails until it is repaired. */
async function illCourt() {
  let ill = true;
  let asked = 0;
  const court = await openCourt((question) =>
    ill ? (++asked % 3 === 1 ? "no json" : { status: 500 }) : goodAnswer(question),
  );
  return Object.assign(court, { cure: () => void (ill = false) });
}

test("the cost of judging counts towards the budget of a resumed matrix, before any session's turn", async () => {
  await using court = await illCourt();
  const [harness, dir] = [court.harness(), folder()];
  const plan = planMatrix(harness, { config: judged, matrixId: "m", seed: 1 });
  const first = await runMatrix(harness, { dir, plan, concurrency: 1 });
  expect(outcomes(first)).toEqual(["crashed", "crashed", "crashed"]);
  const cap = matrixOutcome({ dir, plan, rows: first.rows }).totalAtMost;
  expect(cap).toBeGreaterThan(0);
  court.cure();
  const begins: number[] = [];
  const before = court.asked.length;
  const second = await runMatrix(harness, {
    dir,
    plan,
    concurrency: 1,
    budget: cap,
    onNews: ({ cost }) => void begins.push(cost),
  });
  expect(begins[0]).toBeCloseTo(cap, 9);
  expect(second.endedBy).toMatchObject({ exit: 4 });
  expect(court.asked.length).toBe(before);
  const { rows } = await runMatrix(harness, { dir, plan, concurrency: 1 });
  expect(rows.map(({ cost }) => cost)).toEqual(
    rows.map(({ sessionId }) => storedResult(join(dir, "sessions", sessionId))!.totals.all.cost),
  );
  expect(rows[0]!.cost).toBeGreaterThan(cap / rows.length);
});

test("a session's own budget includes its judging from before a stop", async () => {
  await using court = await illCourt();
  const [harness, dir] = [court.harness(), folder()];
  const plan = planMatrix(harness, { config: judged, matrixId: "m", seed: 1 });
  const config = plannedConfig(harness, plan, plan.sessions[0]!);
  const { result, stopped } = await playSession(harness, { config, out: dir, sessionId: "s" });
  expect(stopped).toMatchObject({ exit: 3 });
  court.cure();
  const before = court.asked.length;
  const spent = atMostOf(spentAfterPlay(result.dir));
  expect((await resumeSession(harness, result.dir, { budget: 0.04 })).stopped).toMatchObject({
    exit: 4,
    message: expect.stringContaining(`${dollars(0.04 - spent)} is left of the budget of $0.04.`),
  });
  expect(court.asked.length).toBe(before);
  expect((await resumeSession(harness, result.dir, { budget: 10 })).stopped).toBeUndefined();
});

test("an unreadable turn affects only its own session", async () => {
  const [harness, dir] = [houseHarness(), folder()];
  const plan = planMatrix(harness, { config: onHouse, matrixId: "m", seed: 1 });
  await runMatrix(harness, { dir, plan, concurrency: 2 });
  const turn = join(dir, "sessions", plan.sessions[0]!.sessionId);
  rmSync(join(turn, "session.json"));
  rmSync(join(dir, "matrix.json"));
  for (const name of readdirSync(turn).filter((each) => each.startsWith("turn-")))
    writeFileSync(join(turn, name), "{");
  const { rows, endedBy } = await runMatrix(harness, { dir, plan, concurrency: 2 });
  expect(endedBy).toBeUndefined();
  expect(outcomes({ rows })).toEqual(["crashed", "timeout", "timeout"]);
});

test("a matrix is locked while it is played or written", async () => {
  const [harness, dir] = [houseHarness(), folder()];
  const plan = planMatrix(harness, {
    config: { ...onHouse, sessionsPerCombination: 1 },
    matrixId: "m",
    seed: 1,
  });
  const run = (engine?: RunJobs) => runMatrix(harness, { dir, plan, concurrency: 1, engine });
  const refusal = { code: "folder-locked" };
  let refused = 0;
  const tryToo = async () => {
    await expect(run()).rejects.toMatchObject(refusal);
    refused += 1;
  };
  await run(async (...jobs) => {
    await tryToo();
    const ended = await runJobs(...jobs);
    await tryToo();
    return ended;
  });
  expect(refused).toBe(2);
  await run();
});
