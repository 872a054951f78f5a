import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionResult } from "../../src/contract/index.ts";
import { branchSession, loadCheckpoint, loadLatest, shippedNames, type SessionState } from "../../src/playtest/index.ts";
import { emptyFolder, houseHarness, houseSession, withoutTimes } from "./house-session.ts";

const stories = shippedNames("story");

test.each(stories)("%s is played to its end: pulses in order, private moments, a report", async (story) => {
  const { result, state, dir } = await houseSession({ story, seed: `end/${story}` });
  expect(result.outcome).toBe("completed");
  expect(result.pulses.detected).toBeGreaterThanOrEqual(17);
  expect(result.pulses.detected).toBeLessThanOrEqual(22);
  expect(state.records.map(({ turn }) => turn)).toEqual(Array.from({ length: state.turn }, (_, index) => index + 1));
  expect(sessionResult.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")))).toEqual(JSON.parse(JSON.stringify(result)));
  const report = readFileSync(join(dir, "report.md"), "utf8");
  expect(report.split("\n")[0]).toContain("house cast");
  expect([...report.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(["Config", "Group", "Summary", "Timeline", "Issues", "Cost", "Full Transcript"]);
});

test("the same seed gives the same group, dice and transcript; another seed does not", async () => {
  const [first, again, other] = await Promise.all([houseSession({ seed: 5, maxTurns: 12 }), houseSession({ seed: 5, maxTurns: 12 }), houseSession({ seed: 6, maxTurns: 12 })]);
  expect(again.state.config.group).toEqual(first.state.config.group);
  expect(withoutTimes(again.state)).toEqual(withoutTimes(first.state));
  expect(withoutTimes(other.state)).not.toEqual(withoutTimes(first.state));
});

test("the fold of the files equals the live state at every turn", async () => {
  const live: SessionState[] = [];
  const { dir, state } = await houseSession({ seed: 3, onTurn: (now) => live.push(now) });
  for (const now of live) expect(loadCheckpoint(join(dir, `turn-${now.turn}.json`)).state).toEqual(JSON.parse(JSON.stringify(now)));
  expect(loadLatest(dir).state.turn).toBe(state.turn);
});

test("names are unique in the group and none is an NPC's", async () => {
  for (let seed = 0; seed < 20; seed++) {
    const { state } = await houseSession({ seed, maxTurns: 3, archetypes: ["joker", "joker", "joker", "drifter", "curious"] });
    const names = state.config.group.players.map(({ name }) => name);
    expect(new Set(names).size).toBe(5);
    expect(names.filter((name) => state.config.storyGuide.npcs.some((npc) => npc.name === name))).toEqual([]);
  }
});

test("what a quirk and a mood were is on record as drawn", async () => {
  const { state } = await houseSession({ seed: 9, maxTurns: 30 });
  const quirks = state.records.flatMap(({ players }) => players.map(({ quirk }) => quirk));
  expect(quirks.filter(Boolean).length / quirks.length).toBeGreaterThan(0.1);
  expect(quirks.filter(Boolean).length / quirks.length).toBeLessThan(0.4);
});

test("replicate 0 of an unchanged branch is the parent again; the others differ; the parent is untouched", async () => {
  const { dir, state } = await houseSession({ seed: 11 });
  const before = contents(dir);
  const harness = houseHarness();
  const out = emptyFolder();
  const checkpoint = join(dir, "turn-10.json");
  const branch = (replicate: number) => branchSession(harness, { checkpoint, wish: {}, replicate, out, sessionId: `b${replicate}` });
  const [same, other] = [await branch(0), await branch(1)];
  expect(withoutTimes(same.state)).toEqual(withoutTimes(state));
  expect(withoutTimes(other.state).slice(0, 10)).toEqual(withoutTimes(state).slice(0, 10));
  expect(withoutTimes(other.state)).not.toEqual(withoutTimes(state));
  expect(same.state.branchedFrom).toMatchObject({ sessionId: "session", turn: 10, changed: [] });
  expect(contents(dir)).toEqual(before);
});

test("a session of 50 turns and 4 players takes 100 to 250 KB, and disk grows in proportion to turns", async () => {
  const bytes = async (turns: number) => {
    const { dir, state } = await houseSession({ seed: 2, narrator: "house/derailed", archetypes: ["joker", "wildcard", "curious", "drifter"], maxTurns: turns });
    expect(state.turn).toBe(turns);
    return readdirSync(dir).filter((name) => name.startsWith("turn-")).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  };
  const [at25, at50, at100] = [await bytes(25), await bytes(50), await bytes(100)];
  expect(at50).toBeLessThan(250_000);
  expect((at100 - at50) / (at50 - at25)).toBeLessThan(2.8);
});

const contents = (dir: string) => Object.fromEntries(readdirSync(dir).sort().map((name) => [name, readFileSync(join(dir, name), "utf8")]));
