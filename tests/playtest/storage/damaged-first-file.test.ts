/**
 * The first file of a session holds its starting state. If it is damaged or missing, the next snapshot replaces it:
 * everything still works, and the output says what was used.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import checkpointCommand from "../../../src/cli/commands/play/checkpoint.ts";
import compareCommand from "../../../src/cli/commands/experiments/compare.ts";
import replayCommand from "../../../src/cli/commands/play/replay.ts";
import reportCommand from "../../../src/cli/commands/results/report.ts";
import resumeCommand from "../../../src/cli/commands/play/resume.ts";
import {
  branchSession,
  loadCheckpoint,
  loadLatest,
  resumeSession,
  salvageTurns,
  turnPath,
  type Played,
} from "../../../src/playtest/index.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseHarness, houseSession, withoutTimes } from "../house-session.ts";

const wish = { seed: 4, narrator: "house/derailed", archetypes: ["joker" as const, "follower" as const] };
let whole: Played & { dir: string };
beforeAll(async () => {
  whole = await houseSession({ ...wish, maxTurns: 45 });
}, 60_000);

const spoilings: Array<[string, (path: string) => void, RegExp]> = [
  ["cut off", (path) => writeFileSync(path, readFileSync(path, "utf8").slice(0, 100)), /it is truncated/],
  ["empty", (path) => writeFileSync(path, ""), /it is truncated/],
  [
    "changed",
    (path) => writeFileSync(path, readFileSync(path, "utf8").replace(/"packed":"./, '"packed":"!')),
    /changed or damaged/,
  ],
  ["gone", (path) => rmSync(path), /turn-0\.json is missing|the file is missing/],
];
const SAYS = "The session's start is read from turn-20.json.";

function spoiled(spoil: (path: string) => void, from = whole.dir, first = 0): string {
  const dir = join(emptyFolder(), "session");
  cpSync(from, dir, { recursive: true });
  spoil(turnPath(dir, first));
  return dir;
}

test.each(spoilings)(
  "turn-0.json %s: every other turn is loaded unchanged, and the damage is reported",
  (_, spoil, problem) => {
    const dir = spoiled(spoil);
    for (const turn of [1, 7, 19, 20, 21, 40, 45]) {
      const { state, notes, chain } = loadCheckpoint(turnPath(dir, turn));
      const before = loadCheckpoint(turnPath(whole.dir, turn));
      expect({ state, chain }).toEqual({ state: before.state, chain: before.chain });
      expect(notes).toEqual([expect.stringMatching(problem)]);
      expect(notes[0]).toContain(SAYS);
    }
  },
);

test("an intact session reports nothing", () => {
  expect(loadLatest(whole.dir).notes).toEqual([]);
});

test("turn-0.json itself can be replayed from, although it is damaged", () => {
  const dir = spoiled((path) => writeFileSync(path, "{"));
  expect(loadCheckpoint(turnPath(dir, 0)).state).toEqual(loadCheckpoint(turnPath(whole.dir, 0)).state);
});

test.each(spoilings)("the commands work with turn-0.json %s, and say so", async (_, spoil) => {
  const dir = spoiled(spoil);
  const out = emptyFolder();
  const commands = [reportCommand, compareCommand, replayCommand, checkpointCommand, resumeCommand];
  const rehearse = (...args: string[]) => runInMemory(commands, args);
  for (const args of [
    ["report", dir],
    ["compare", dir, whole.dir],
    ["replay", "--checkpoint", turnPath(dir, 5), "--turns", "1", "--out", out],
    ["checkpoint", turnPath(dir, 30), "--out", join(out, "whole.json")],
  ]) {
    const { exit, stderr } = await rehearse(...args);
    expect({ args: args[0], exit, stderr }).toEqual({
      args: args[0],
      exit: 0,
      stderr: expect.stringContaining(SAYS),
    });
  }
});

test("a session is resumed without its first file, and its result reports it", async () => {
  const stopped = await houseSession({ ...wish, maxTurns: 45, ...stopAfter(25) });
  const dir = spoiled((path) => writeFileSync(path, "{"), stopped.dir);
  const { result, state } = await resumeSession(houseHarness(), dir);
  expect(result.turns).toBe(45);
  expect(withoutTimes(state)).toEqual(withoutTimes(whole.state));
  expect(result.notes).toContainEqual(expect.stringContaining(SAYS));
  expect(readFileSync(join(dir, "report.md"), "utf8")).toContain(SAYS);
  expect(readFileSync(turnPath(dir, 0), "utf8")).toBe("{");
});

test("a branch with all earlier turns in its first file is recovered as well", async () => {
  const out = emptyFolder();
  const branch = await branchSession(houseHarness(), {
    checkpoint: turnPath(whole.dir, 7),
    out,
    sessionId: "branch",
    changes: { maxTurns: 22 },
    replicate: 1,
  });
  const dir = spoiled((path) => rmSync(path), branch.result.dir, 7);
  const { state, notes } = loadLatest(dir);
  expect(withoutTimes(state)).toEqual(withoutTimes(branch.state));
  expect(state.branchedFrom).toEqual(branch.state.branchedFrom);
  expect(notes[0]).toContain(SAYS);
});

test("the viewer shows every turn, the config, and the damaged file", () => {
  const { start, startFrom, records, broken } = salvageTurns(spoiled((path) => rmSync(path)));
  expect(start?.config).toEqual(whole.state.config);
  expect(startFrom).toBe("turn-20.json");
  expect(records).toHaveLength(45);
  expect(broken).toEqual([{ file: "turn-0.json", turn: 0, problem: "the file is missing" }]);
});

test("before the second snapshot nothing can replace the first file", async () => {
  const short = await houseSession({ ...wish, maxTurns: 6 });
  const dir = spoiled((path) => writeFileSync(path, "{"), short.dir);
  expect(() => loadLatest(dir)).toThrow(/turn-0\.json cannot be used/);
});

test("a first file of a later version is not replaced", () => {
  const dir = spoiled((path) =>
    writeFileSync(path, readFileSync(path, "utf8").replace('"version":2', '"version":3')),
  );
  expect(() => loadLatest(dir)).toThrow(/turn-0\.json cannot be used: it has format 3/);
});

/** Ctrl+C after a turn. */
function stopAfter(turn: number) {
  const stop = new AbortController();
  return {
    signal: stop.signal,
    onTurn: (state: { turn: number }) => void (state.turn === turn && stop.abort()),
  };
}
