/**
 * A matrix with failures: a failed session does not affect the others, and money is counted once, no matter when it was
 * spent.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { MatrixConfigInput, MatrixRow } from "../../../src/contract/index.ts";
import { usd } from "../../../src/kernel/budget/index.ts";
import { inProcessEngine, type Engine } from "../../../src/kernel/engine/index.ts";
import { HarnessError } from "../../../src/kernel/errors/index.ts";
import { atMostOf } from "../../../src/kernel/journal/index.ts";
import {
  matrixOutcome,
  plannedConfig,
  planMatrix,
  playSession,
  readMatrix,
  resumeSession,
  runMatrix,
  spentOnJudging,
} from "../../../src/playtest/index.ts";
import { goodAnswer, openCourt } from "../../support/model-servers/judge-server.ts";
import { readerAndJudge } from "../../support/playtest/scripted-reader.ts";
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
});

test("a judge that nobody named may fail: the sessions are over", async () => {
  await using court = await openCourt(readerAndJudge(() => ({ status: 500 })));
  const [harness, dir] = [court.harness({ roles: {} }), folder()];
  const config = { ...onHouse, observer: "gpt-4o-mini" };
  const plan = planMatrix(harness, { config, matrixId: "m", seed: 1 });
  const { rows } = await runMatrix(harness, { dir, plan, concurrency: 1 });
  expect(outcomes({ rows })).toEqual(["timeout", "timeout", "timeout"]);
  expect(rows[0]!.metrics).toMatchObject({ overall: expect.any(Number), "fun-factor": null });
  const silent = planMatrix(harness, {
    config: { ...onHouse, judge: "none", sessionsPerCombination: 1 },
    matrixId: "m",
    seed: 1,
  });
  expect(outcomes(await runMatrix(harness, { dir: folder(), plan: silent, concurrency: 1 }))).toEqual([
    "timeout",
  ]);
});

test("the cost of judging is counted once, also when the session is retried", async () => {
  let asked = 0;
  await using court = await openCourt((question) =>
    ++asked === 1 ? "no json" : asked < 5 ? { status: 500 } : goodAnswer(question),
  );
  const [harness, dir] = [court.harness(), folder()];
  const plan = planMatrix(harness, {
    config: { ...judged, sessionsPerCombination: 1 },
    matrixId: "m",
    seed: 1,
    budget: 100,
  });
  let told = 0;
  const { rows } = await runMatrix(harness, {
    dir,
    plan,
    concurrency: 1,
    onNews: ({ cost }) => void (told = cost),
  });
  expect(outcomes({ rows })).toEqual(["timeout"]);
  expect(told).toBeCloseTo(matrixOutcome({ dir, plan, rows }).totalAtMost, 9);
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
  const spent = atMostOf(spentOnJudging(result.dir));
  expect((await resumeSession(harness, result.dir, { budget: 0.04 })).stopped).toMatchObject({
    exit: 4,
    message: expect.stringContaining(`${usd(0.04 - spent)} is left of the budget of $0.04.`),
  });
  expect(court.asked.length).toBe(before);
  expect((await resumeSession(harness, result.dir, { budget: 10 })).stopped).toBeUndefined();
});

test("the cost of a deleted session is reported, and still counts towards the budget", async () => {
  await using court = await illCourt();
  court.cure();
  const [harness, dir] = [court.harness(), folder()];
  const plan = planMatrix(harness, { config: judged, matrixId: "m", seed: 1 });
  const begins: number[] = [];
  const play = (budget?: number) =>
    runMatrix(harness, {
      dir,
      plan,
      concurrency: 1,
      budget,
      onNews: ({ cost }) => void begins.push(cost),
    });
  const { cost } = (await play()).rows[0]!;
  expect(cost).toBeGreaterThan(0);
  expect(readMatrix(dir).lostCost).toBeUndefined();
  rmSync(join(dir, "sessions", plan.sessions[0]!.sessionId), { recursive: true });
  begins.length = 0;
  expect((await play(3 * cost)).endedBy).toMatchObject({ exit: 4 });
  expect(begins[0]).toBeCloseTo(3 * cost, 9);
  expect(readMatrix(dir).lostCost).toBeCloseTo(cost, 9);
  expect((await play(10)).endedBy).toBeUndefined();
  expect(readMatrix(dir).lostCost).toBeCloseTo(cost, 9);
  expect(readFileSync(join(dir, "report.md"), "utf8")).toMatch(
    /Not included: \$0\.\d+ for sessions whose journals were deleted/,
  );
});

test("an unreadable turn or journal affects only its own session", async () => {
  const [harness, dir] = [houseHarness(), folder()];
  const plan = planMatrix(harness, { config: onHouse, matrixId: "m", seed: 1 });
  await runMatrix(harness, { dir, plan, concurrency: 2 });
  const [turn, journal] = plan.sessions.map(({ sessionId }) => join(dir, "sessions", sessionId));
  for (const session of [turn!, journal!]) rmSync(join(session, "session.json"));
  rmSync(join(dir, "matrix.json"));
  for (const name of readdirSync(turn!).filter((each) => each.startsWith("turn-")))
    writeFileSync(join(turn!, name), "{");
  writeFileSync(join(journal!, "calls.jsonl"), "no journal\n");
  const { rows, endedBy } = await runMatrix(harness, { dir, plan, concurrency: 2 });
  expect(endedBy).toBeUndefined();
  expect(outcomes({ rows })).toEqual(["crashed", "crashed", "timeout"]);
  expect(rows[1]!.why).toContain("calls.jsonl");
});

test("a session's findings are kept if its folder is gone and the matrix is stopped before it is played again", async () => {
  const [harness, dir] = [houseHarness(), folder()];
  const plan = planMatrix(harness, { config: onHouse, matrixId: "m", seed: 1 });
  const play = (engine?: Engine) =>
    runMatrix(harness, {
      dir,
      plan,
      concurrency: 2,
      engine,
    });
  const found = ({ rows }: { rows: ReadonlyArray<MatrixRow> }) =>
    rows.map(({ outcome, metrics }) => ({ outcome, metrics }));
  const kept = ({ rows }: { rows: ReadonlyArray<MatrixRow> }) => rows.map((row) => row.kept);
  const first = await play();
  const [gone] = plan.sessions.map(({ sessionId }) => join(dir, "sessions", sessionId));
  rmSync(gone!, { recursive: true });
  const stopped = await play({
    run: async () => ({
      endedBy: new HarnessError({
        code: "interrupted",
        message: "Interrupted.",
        remedy: "Go on.",
        exit: 130,
      }),
    }),
  });
  expect({ found: found(stopped), kept: kept(stopped) }).toEqual({
    found: found(first),
    kept: ["folder gone", undefined, undefined],
  });
  const second = await play();
  expect({ found: found(second), kept: kept(second) }).toEqual({
    found: found(first),
    kept: [undefined, undefined, undefined],
  });
  expect(found(readMatrix(dir))).toEqual(found(first));
});

test("a matrix is locked while it is played or written", async () => {
  const [harness, dir] = [houseHarness(), folder()];
  const plan = planMatrix(harness, {
    config: { ...onHouse, sessionsPerCombination: 1 },
    matrixId: "m",
    seed: 1,
  });
  const run = (engine?: Engine) => runMatrix(harness, { dir, plan, concurrency: 1, engine });
  const refusal = { code: "folder-locked" };
  let refused = 0;
  const tryToo = async () => {
    await expect(run()).rejects.toMatchObject(refusal);
    refused += 1;
  };
  await run({
    async run(...jobs) {
      await tryToo();
      const ended = await inProcessEngine.run(...jobs);
      await tryToo();
      return ended;
    },
  });
  expect(refused).toBe(2);
  await run();
});

test("only a session that failed twice has crashed", async () => {
  const [harness, dir] = [houseHarness(), folder()];
  const plan = planMatrix(harness, { config: onHouse, matrixId: "m", seed: 1 });
  const error = new HarnessError({ code: "provider-error", message: "down", remedy: "wait", exit: 3 });
  const engine: Engine = {
    async run(_, jobs, { onEnd }) {
      [...jobs].slice(0, 2).forEach((job, at) => onEnd?.({ job, attempts: at + 1, error }));
      return {
        endedBy: new HarnessError({
          code: "interrupted",
          message: "Interrupted.",
          remedy: "Go on.",
          exit: 130,
        }),
      };
    },
  };
  expect(outcomes(await runMatrix(harness, { dir, plan, concurrency: 1, engine }))).toEqual([
    "unfinished",
    "crashed",
    "unfinished",
  ]);
});
