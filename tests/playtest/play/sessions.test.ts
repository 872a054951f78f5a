import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  branchSession,
  branchState,
  loadCheckpoint,
  loadLatest,
  type BranchChanges,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { emptyFolder, houseHarness, houseSession, withoutTimes } from "../house-session.ts";

test("the same seed gives the same group, dice and transcript; another seed does not", async () => {
  const [first, again, other] = await Promise.all([
    houseSession({ seed: 5, maxTurns: 7 }),
    houseSession({ seed: 5, maxTurns: 7 }),
    houseSession({ seed: 6, maxTurns: 7 }),
  ]);
  expect(again.state.config.group).toEqual(first.state.config.group);
  expect(withoutTimes(again.state)).toEqual(withoutTimes(first.state));
  expect(withoutTimes(other.state)).not.toEqual(withoutTimes(first.state));
});

test("the fold of the files equals the live state at every turn", async () => {
  const live: SessionState[] = [];
  const { dir, state } = await houseSession({ seed: 3, maxTurns: 12, onTurn: (now) => live.push(now) });
  for (const now of live) expect(loadCheckpoint(join(dir, `turn-${now.turn}.json`)).played).toEqual(now);
  expect(loadLatest(dir).state.turn).toBe(state.turn);
});

test("replicate 0 of an unchanged branch repeats the parent; the others differ; the parent is unchanged", async () => {
  const { dir, state } = await houseSession({ seed: 11, maxTurns: 9 });
  const before = contents(dir);
  const harness = houseHarness();
  const out = emptyFolder();
  const checkpoint = join(dir, "turn-6.json");
  const branch = (replicate: number) =>
    branchSession(harness, { checkpoint, changes: {}, replicate, out, sessionId: `b${replicate}` });
  const [same, other] = [await branch(0), await branch(1)];
  expect(withoutTimes(same.state)).toEqual(withoutTimes(state));
  expect(withoutTimes(other.state).slice(0, 6)).toEqual(withoutTimes(state).slice(0, 6));
  expect(withoutTimes(other.state)).not.toEqual(withoutTimes(state));
  expect(same.state.branchedFrom).toMatchObject({ sessionId: "session", turn: 6, changed: [] });
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
    guide: "full",
  });
  expect(config).toMatchObject({
    guideForm: "full",
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
      "guide form: notes → full",
    ]),
  );
  const same = branch({ playerModel: "house" });
  expect(same.config.group).toEqual(parent.config.group);
  expect(same.config.playerModel).toBeUndefined();
});

const contents = (dir: string) =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path, readFileSync(path, "utf8")]),
  );
