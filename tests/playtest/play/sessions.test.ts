import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { sessionResult } from "../../../src/contract/index.ts";
import {
  branchSession,
  branchState,
  loadCheckpoint,
  loadLatest,
  loadStory,
  shippedNames,
  type BranchChanges,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { sectionsLike } from "../../support/playtest/report-sections.ts";
import {
  emptyFolder,
  houseHarness,
  houseSession,
  withoutTimes,
  type HouseSessionOptions,
} from "../house-session.ts";

const stories = shippedNames("story");

test.each(stories)("%s is played to its end: pulses in order, private moments, a report", async (story) => {
  const { result, state, dir } = await houseSession({ story, seed: `end/${story}` });
  expect(result.outcome).toBe("completed");
  expect(result.pulses).toEqual({ detected: 20, expected: 20, ownBeats: 0 });
  expect(state.records.map(({ turn }) => turn)).toEqual(
    Array.from({ length: state.turn }, (_, index) => index + 1),
  );
  expect(sessionResult.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")))).toEqual(
    JSON.parse(JSON.stringify(result)),
  );
  const report = readFileSync(join(dir, "report.md"), "utf8");
  expect(report.split("\n")[2]).toContain("house cast");
  const titles = [...report.matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
  expect(titles).toEqual(sectionsLike(titles));
});

test("the same seed gives the same group, dice and transcript; another seed does not", async () => {
  const [first, again, other] = await Promise.all([
    houseSession({ seed: 5, maxTurns: 12 }),
    houseSession({ seed: 5, maxTurns: 12 }),
    houseSession({ seed: 6, maxTurns: 12 }),
  ]);
  expect(again.state.config.group).toEqual(first.state.config.group);
  expect(withoutTimes(again.state)).toEqual(withoutTimes(first.state));
  expect(withoutTimes(other.state)).not.toEqual(withoutTimes(first.state));
});

test("the fold of the files equals the live state at every turn", async () => {
  const live: SessionState[] = [];
  const { dir, state } = await houseSession({ seed: 3, maxTurns: 24, onTurn: (now) => live.push(now) });
  for (const now of live) expect(loadCheckpoint(join(dir, `turn-${now.turn}.json`)).played).toEqual(now);
  expect(loadLatest(dir).state.turn).toBe(state.turn);
});

test("replicate 0 of an unchanged branch repeats the parent; the others differ; the parent is unchanged", async () => {
  const { dir, state } = await houseSession({ seed: 11, maxTurns: 16 });
  const before = contents(dir);
  const harness = houseHarness();
  const out = emptyFolder();
  const checkpoint = join(dir, "turn-10.json");
  const branch = (replicate: number) =>
    branchSession(harness, { checkpoint, changes: {}, replicate, out, sessionId: `b${replicate}` });
  const [same, other] = [await branch(0), await branch(1)];
  expect(withoutTimes(same.state)).toEqual(withoutTimes(state));
  expect(withoutTimes(other.state).slice(0, 10)).toEqual(withoutTimes(state).slice(0, 10));
  expect(withoutTimes(other.state)).not.toEqual(withoutTimes(state));
  expect(same.state.branchedFrom).toMatchObject({ sessionId: "session", turn: 10, changed: [] });
  expect(contents(dir)).toEqual(before);
});

test("a branch can have other models for players, classifier and reader, and says so", async () => {
  const { state: parent, harness } = await houseSession({ seed: 3, maxTurns: 3 });
  const branch = (changes: BranchChanges) =>
    branchState({ harness, parent, changes: { turns: 2, ...changes }, replicate: 0, sessionId: "b" });
  const { config, branchedFrom } = branch({
    playerModel: "grok-4",
    classifier: "gpt-4o-mini",
    observer: "none",
  });
  expect(config).toMatchObject({
    playerModel: "grok-4",
    classifierModel: "gpt-4o-mini",
    observerModel: "none",
  });
  expect(config.group.players.map(({ name, model }) => [name, model])).toEqual(
    parent.config.group.players.map(({ name }) => [name, "grok-4"]),
  );
  expect(branchedFrom!.changed).toEqual(
    expect.arrayContaining([
      "players: house → grok-4",
      "classifier: none → gpt-4o-mini",
      "reader: house → none",
    ]),
  );
  const same = branch({ playerModel: "house" });
  expect(same.config.group).toEqual(parent.config.group);
  expect(same.config.playerModel).toBeUndefined();
});

const ID = "innsmouth-2026-11-15-081500";
const fourPlayers = (narrator: string, turns: number, more: Partial<HouseSessionOptions> = {}) =>
  houseSession({
    seed: 2,
    narrator,
    archetypes: ["joker", "wildcard", "curious", "drifter"],
    maxTurns: turns,
    sessionId: ID,
    ...more,
  });

/** What a session takes on disk. */
function bytesIn(dir: string): { checkpoints: number; all: number } {
  const size = (name: string) => statSync(join(dir, name)).size;
  const files = readdirSync(dir);
  return {
    checkpoints: files.filter((name) => name.startsWith("turn-")).reduce((sum, name) => sum + size(name), 0),
    all: files.reduce((sum, name) => sum + size(name), 0),
  };
}

/** Sixty beats: every telling of the story is one of its own. */
const innsmouth = loadStory("innsmouth");
const longStory = {
  ...innsmouth,
  privateHooks: {},
  commitments: [],
  endings: innsmouth.endings.map((ending) => ({ ...ending, needs: [] })),
  pulses: [0, 1, 2].flatMap((part) =>
    innsmouth.pulses.map((pulse) => ({
      ...pulse,
      id: `${pulse.id}-${part}`,
      title: `${pulse.title} ${part}`,
      text: [pulse.text[part]!],
    })),
  ),
};

describe("a long session", () => {
  const LAST = 65;
  /** What it took on disk after each turn. */
  const at = new Map<number, ReturnType<typeof bytesIn>>();
  let long: Awaited<ReturnType<typeof fourPlayers>>;

  beforeAll(async () => {
    const out = emptyFolder();
    long = await fourPlayers("house/looping", LAST, {
      story: longStory,
      out,
      onTurn: ({ turn }) => void (turn % 5 === 0 && at.set(turn, bytesIn(join(out, ID)))),
    });
  });

  test("disk use grows linearly with turns", () => {
    const [at25, at45, at65] = [25, 45, 65].map((turn) => at.get(turn));
    // Each part of 20 turns takes as much as the part before.
    for (const part of ["checkpoints", "all"] as const)
      expect((at65![part] - at45![part]) / (at45![part] - at25![part])).toBeLessThan(1.25);
  });

  test("every turn is read as it was played, and in a branch too", async () => {
    const { state } = long;
    const { dir } = long;
    for (const turn of [0, 1, 19, 20, 21, 39, 40, 41, 60, LAST])
      expect(withoutTimes(loadCheckpoint(join(dir, `turn-${turn}.json`)).state)).toEqual(
        JSON.parse(JSON.stringify(withoutTimes(state).slice(0, turn))),
      );
    const out = emptyFolder();
    const branch = await branchSession(houseHarness(), {
      checkpoint: join(dir, "turn-45.json"),
      changes: {},
      replicate: 0,
      out,
      sessionId: "branch",
    });
    expect(withoutTimes(loadLatest(join(out, "branch")).state)).toEqual(
      JSON.parse(JSON.stringify(withoutTimes(branch.state))),
    );
  });
});

const contents = (dir: string) =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path, readFileSync(path, "utf8")]),
  );
