/** A narrator that a program gives as a function: played, recorded, resumed and branched. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { type Harness, openRecordings } from "../../../src/kernel/run/index.ts";
import {
  branchSession,
  branchState,
  loadCheckpoint,
  planAb,
  planMatrix,
  planSession,
  type Played,
  playSession,
  readArm,
  requireAb,
  requireMatrix,
  requireSession,
  resumeSession,
} from "../../../src/playtest/index.ts";
import type { NarratorFunction, NarratorRequest } from "../../../src/contract/index.ts";
import { emptyFolder, houseHarness } from "../house-session.ts";

const wish = {
  story: "innsmouth",
  prompt: "baseline",
  playerModel: "house",
  classifier: "house",
  seed: 1,
  players: 2,
  maxTurns: 4,
};

async function play(
  narrator: NarratorFunction,
  { harness = houseHarness(), out = emptyFolder() }: { harness?: Harness; out?: string } = {},
): Promise<Played & { dir: string; harness: Harness }> {
  const config = planSession(harness, { ...wish, narrator: harness.functions.add(narrator, "narrator") });
  return {
    ...(await playSession(harness, { config, out, sessionId: "own" })),
    dir: join(out, "own"),
    harness,
  };
}

/** A new process, which has only the functions that it is given. */
const withFunctions = (...functions: NarratorFunction[]): Harness => {
  const harness = houseHarness();
  for (const one of functions) harness.functions.add(one, "narrator");
  return harness;
};

const tellTale: NarratorFunction<{ told: number }> = ({ turn, state }) => ({
  text: `Turn ${turn}. The fog thickens. What do you do?`,
  state: { told: (state?.told ?? 0) + 1 },
});

/** Throws in its third turn. */
const throwing: NarratorFunction = (request) => {
  if (request.turn === 3) throw new Error("boom");
  return tellTale(request as NarratorRequest<{ told: number }>, { signal: AbortSignal.abort() });
};

test("a function gets the requests of any narrator of one's own, and the session is stored under its name", async () => {
  const asked: NarratorRequest[] = [];
  const { state, result } = await play(async function tellSlowly(request) {
    asked.push(request);
    return { text: `Turn ${request.turn}. The fog thickens.`, state: [request.turn] };
  });
  expect(result).toMatchObject({ outcome: "timeout", turns: 4 });
  expect(result.models.narrator).toBe("function:tellSlowly");
  expect(state.config).toMatchObject({ narratorModel: "function:tellSlowly", narratorPath: undefined });
  expect(asked.map(({ version, turn, phase, state }) => [version, turn, phase, state])).toEqual([
    [1, 1, "creation", null],
    [1, 2, "creation", [1]],
    [1, 3, "story", [2]],
    [1, 4, "story", [3]],
  ]);
  expect(asked[3]!.history.filter(({ from }) => from === "narrator")).toHaveLength(3);
});

test("its marks are honoured, and a fault in its answer is told as its own", async () => {
  const ending: NarratorFunction = ({ turn, guide, players }) => ({
    text: "The bus stops. Only you see the driver wink.",
    marks: {
      types: ["pulse"],
      beats: [guide.pulses[0]!.title],
      private: [{ to: players[0]!, text: "Only you see the driver wink." }],
      concluded: turn === 3,
    },
  });
  const { state, result } = await play(ending);
  expect(result).toMatchObject({ outcome: "completed", turns: 3, pulses: { detected: 1 } });
  expect(state.privateMoments[0]).toMatchObject({
    turn: 1,
    seat: 0,
    content: "Only you see the driver wink.",
  });
  const silent = (() => undefined) as unknown as NarratorFunction;
  expect((await play(silent)).stopped).toMatchObject({
    code: "invalid-reply",
    message: expect.stringMatching(/^The narrator function:silent gave a reply .*expected an object/s),
  });
});

test("changing the request or the state in place changes neither the session nor its files", async () => {
  const careless: NarratorFunction<{ told: number }> = ({ turn, state, guide, players }) => {
    guide.pulses.length = 0;
    players.length = 0;
    const kept = state ?? { told: 0 };
    kept.told += 1;
    return { text: `Bell ${turn} rings over the harbour.`, state: kept };
  };
  const { state, dir } = await play(careless);
  expect(state.config.storyGuide.pulses.length).toBeGreaterThan(0);
  expect(state.records.map(({ narrator }) => narrator.state)).toEqual([1, 2, 3, 4].map((told) => ({ told })));
  expect(loadCheckpoint(join(dir, "turn-2.json")).state.records[1]!.narrator.state).toEqual({ told: 2 });
});

test("an exception stops the session with its place and is not retried; the mended function resumes it", async () => {
  const { stopped, result, dir } = await play(throwing);
  expect(stopped).toMatchObject({ code: "narrator-threw", exit: 3, remedy: "Fix it, then resume." });
  expect(stopped!.message).toMatch(
    /^The narrator throwing threw Error: boom \(at .*function-narrator\.test\.ts:/,
  );
  expect(result).toMatchObject({ turns: 2, totals: { all: { failed: 1 } } });
  expect(result.verdict!.next.at(-1)).toEqual({
    says: "Resume the session. Do it in your program: the narrator is a function.",
  });
  const asked: number[] = [];
  // It may have another name than before.
  const mended: NarratorFunction<{ told: number }> = (request, context) => {
    asked.push(request.turn);
    return tellTale(request, context);
  };
  const resumed = await resumeSession(withFunctions(mended), dir);
  expect(resumed.result).toMatchObject({
    outcome: "timeout",
    turns: 4,
    models: { narrator: "function:throwing" },
  });
  // What was answered before is not asked again.
  expect(asked).toEqual([3, 4]);
});

test("an answer that is not JSON is refused at once, because it could not be resumed", async () => {
  const { stopped } = await play(() => ({ text: "The fog thickens.", state: { count: 1n } }));
  expect(stopped).toMatchObject({ code: "narrator-threw", message: expect.stringContaining("BigInt") });
});

test("without its function a session is neither resumed, replayed nor compared: one error, and nothing is made or called", async () => {
  const { dir } = await play(throwing);
  const missing = {
    code: "missing-option",
    option: "narrator",
    exit: 2,
    message: "The narrator is the function throwing, which was not given.",
  };
  const before = readdirSync(dir).sort();
  await expect(resumeSession(houseHarness(), dir)).rejects.toMatchObject(missing);
  await expect(
    resumeSession(
      withFunctions(tellTale, () => ({ text: "" })),
      dir,
    ),
  ).rejects.toMatchObject(missing);
  expect(readdirSync(dir).sort()).toEqual(before);

  const out = join(emptyFolder(), "branches");
  const branch = { checkpoint: join(dir, "turn-2.json"), replicate: 0, out, sessionId: "branch" };
  await expect(branchSession(houseHarness(), { ...branch, changes: {} })).rejects.toMatchObject(missing);
  expect(existsSync(out)).toBe(false);
  const { result } = await branchSession(withFunctions(tellTale), { ...branch, changes: { turns: 1 } });
  expect(result).toMatchObject({ outcome: "stopped", turns: 3 });

  const harness = houseHarness();
  const narrator = harness.functions.add(tellTale, "narrator");
  // The function of arm B must not play arm A, which has no function here.
  const { plan, states } = planAb(harness, {
    checkpoints: [branch.checkpoint],
    a: readArm([]),
    b: readArm({ narrator }, harness),
    observer: "house",
  });
  await expect(requireAb(harness, plan, states)).rejects.toMatchObject(missing);
  harness.functions.add(throwing, "narrator");
  await requireAb(harness, plan, states);
});

test("a branch gets another function, and a matrix two", async () => {
  const { dir } = await play(tellTale);
  const harness = houseHarness();
  const narrators = [tellTale, throwing].map((one) =>
    harness.functions.add(one as NarratorFunction, "narrator"),
  );
  const { state: parent } = loadCheckpoint(join(dir, "turn-3.json"));
  const { config, branchedFrom } = branchState({
    harness,
    parent,
    changes: { narrator: narrators[1]! },
    replicate: 0,
    sessionId: "branch",
  });
  expect(branchedFrom!.changed).toEqual(["narrator: function:tellTale → function:throwing"]);
  await requireSession(harness, config);
  const plan = planMatrix(harness, {
    config: {
      stories: ["innsmouth"],
      systemPrompts: { a: "baseline" },
      narratorModels: narrators,
      playerModel: "house",
      classifier: "none",
      observer: "none",
    },
    matrixId: "m",
    seed: 1,
  });
  await requireMatrix(harness, plan, undefined);
  await expect(requireMatrix(withFunctions(tellTale), plan, undefined)).rejects.toMatchObject({
    message: "The narrator is the function throwing, which was not given.",
  });
});

test("a recorded session replays without its function, which a missing answer needs", async () => {
  const record = join(emptyFolder(), "recording");
  const recording = houseHarness();
  const manifest = {
    command: "play",
    rehearse: "0.1.0",
    inputs: {},
    settings: {},
    models: {},
    providers: [],
  };
  await recording.recordings.start(manifest, record);
  const { state } = await play(tellTale, { harness: recording });
  await recording.close();

  const replay = async (harness: Harness) => {
    const config = planSession(harness, { ...wish, narrator: "function:tellTale" });
    const played = await playSession(harness, { config, out: emptyFolder(), sessionId: "own" });
    await harness.close();
    return played;
  };
  const replayed = await replay(
    houseHarness({}, { recordings: openRecordings(systemClock, { recording: record }) }),
  );
  expect(replayed.stopped).toBeUndefined();
  expect(replayed.state.records.map(({ narrator }) => narrator.text)).toEqual(
    state.records.map(({ narrator }) => narrator.text),
  );
  const asking = openRecordings(systemClock, { recording: record, onMiss: "ask" });
  await expect(replay(houseHarness({}, { recordings: asking }))).rejects.toMatchObject({
    code: "missing-option",
  });
});
