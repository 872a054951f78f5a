import { expect, test } from "vitest";
import type { MatrixConfigInput, MatrixPlan } from "../../../contract/index.ts";
import { drawTurn } from "../../archetypes/index.ts";
import { houseHarness } from "../../../../tests/support/house-cast/house-harness.ts";
import { planMatrix, plannedConfig, presetConfig, shardOf, ownSessions } from "../index.ts";

const harness = houseHarness();
const small: MatrixConfigInput = {
  stories: ["innsmouth", "salt-road"],
  systemPrompts: { a: "baseline", b: "pulse-aware" },
  narratorModels: ["house", "opus-4.5"],
  sessionsPerCombination: 3,
};
const plan = (config: object = {}, seed: string | number = 7) =>
  planMatrix(harness, { config: { ...small, ...config } as MatrixConfigInput, matrixId: "m", seed });

test("every prompt and narrator gets the same groups: players, backstories, moods, spokesperson", () => {
  const planned = plan();
  const pairs = Map.groupBy(planned.sessions, ({ pair }) => pair);
  expect([...pairs.keys()]).toEqual([
    "innsmouth/1",
    "salt-road/1",
    "innsmouth/2",
    "salt-road/2",
    "innsmouth/3",
    "salt-road/3",
  ]);
  const groups = [...pairs.values()].map((sessions) => {
    const told = sessions.map((session) => {
      const { group, seed, replicate, charactersPending } = plannedConfig(harness, planned, session);
      const { players, spokesperson } = group;
      const moods = [3, 9].map((turn) =>
        players.map(({ archetype, seat }) =>
          drawTurn(archetype, { seed, replicate, turn, seat }, { offStory: false }),
        ),
      );
      return JSON.stringify({
        spokesperson,
        charactersPending,
        moods,
        players: players.map(({ name, archetype, generatedBackstory, characterForStory, systemPrompt }) => ({
          name,
          archetype,
          generatedBackstory,
          characterForStory,
          systemPrompt,
        })),
      });
    });
    expect(sessions).toHaveLength(4);
    expect(new Set(told).size).toBe(1);
    // If models wrote the characters, they would differ between prompts.
    expect(told[0]).toContain('"charactersPending":false');
    expect(new Set(sessions.map(({ group }) => group)).size).toBe(1);
    return sessions[0]!.group;
  });
  expect(new Set(groups).size).toBe(6);
  expect(plan().sessions).toEqual(planned.sessions);
  expect(plan({}, 8).sessions.map(({ group }) => group)).not.toEqual(
    planned.sessions.map(({ group }) => group),
  );
});

test("groups stay the same if other stories or prompts are left out, so that matrices can be compared", () => {
  const alone = plan({
    stories: ["salt-road"],
    systemPrompts: { b: "pulse-aware" },
    narratorModels: ["house"],
  }).sessions;
  const all = plan().sessions;
  for (const { seed, group, pair } of alone)
    expect(all.filter((other) => other.pair === pair).map((other) => [other.seed, other.group])).toEqual(
      Array.from({ length: 4 }, () => [seed, group]),
    );
});

test("folders have safe, distinct names for any names of prompts and narrators", () => {
  const odd = {
    "../../etc": "baseline",
    "a b/c": "baseline",
    A: "baseline",
    a: "baseline",
    ["ü".repeat(300)]: "baseline",
  };
  const { sessions } = plan({ systemPrompts: odd, narratorModels: ["house", "http://127.0.0.1:1/tell/x"] });
  const ids = sessions.map(({ sessionId }) => sessionId);
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(sessions.length);
  for (const id of ids) expect(id).toMatch(/^\d{4}-[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,120}$/u);
});

test.each([
  ["an unknown narrator", { narratorModels: ["opus-45"] }, /opus-45.*opus-4\.5/s],
  ["a story twice", { stories: ["innsmouth", "innsmouth"] }, /Duplicate story: innsmouth/],
  ["a narrator twice", { narratorModels: ["house", "house"] }, /Duplicate narrator: house/],
  ["a million sessions", { sessionsPerCombination: 125_000 }, /sessionsPerCombination: must be at most 1000/],
  ["a seed that is a list", { seed: [1] }, /seed: expected a whole number or text/],
  ["no stories", { stories: [] }, /stories/],
  ["no prompts", { systemPrompts: {} }, /name at least one prompt/],
  ["a group of nine", { players: 9 }, /players/],
  ["an unknown archetype", { archetypes: ["joker", "clown"] }, /"clown"/],
])("%s is refused, and the error names it", (_, config, message) => {
  expect(() => plan(config)).toThrow(
    expect.objectContaining({ exit: 2, message: expect.stringMatching(message) }),
  );
});

test("presets have their stated sizes, and the baseline comes first", () => {
  const sizes = (["smoke", "mini", "standard", "full"] as const).map(
    (name) =>
      planMatrix(harness, { config: presetConfig(name, { usual: "house" }), matrixId: name, seed: 1 })
        .sessions.length,
  );
  expect(sizes).toEqual([5, 20, 100, 300]);
  const { systemPrompts, narratorModels } = presetConfig("full", { usual: "house" });
  expect(Object.keys(systemPrompts)[0]).toBe("baseline");
  expect(narratorModels).toEqual(["opus-4.5", "grok-4", "deepseek-r2"]);
  expect(presetConfig("standard", { usual: "house", narrators: ["grok-4"] }).narratorModels).toEqual([
    "grok-4",
  ]);
  expect(() => presetConfig("mini", { usual: "house", narrators: ["grok-4", "opus-4.5"] })).toThrow(
    "one narrator",
  );
});

test("shards divide a plan by groups: each session in one shard, groups whole, and the same plan for all", () => {
  const whole = { ...plan(), budget: 10 };
  const shards = [1, 2, 3, 4].map((index) => shardOf(whole, { index, of: 4 }));
  const parts = shards.map(ownSessions);
  expect(parts.flat().toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : 1))).toEqual(whole.sessions);
  const pairs = parts.flatMap((sessions) => [...new Set(sessions.map(({ pair }) => pair))]);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(shards.map(({ budget }) => budget)).toEqual([2.5, 2.5, 2.5, 2.5]);

  const hashOf = (of: MatrixPlan) => shardOf(of, { index: 1, of: 4 }).shard!.plan;
  expect(new Set(shards.map(({ shard }) => shard!.plan))).toEqual(new Set([hashOf(plan())]));
  expect(hashOf(plan({}, 8))).not.toBe(hashOf(plan()));
  expect(hashOf(plan({ maxTurnsPerSession: 9 }))).not.toBe(hashOf(plan()));
  expect(() => shardOf(whole, { index: 1, of: 7 })).toThrow(expect.objectContaining({ code: "bad-value" }));
});
