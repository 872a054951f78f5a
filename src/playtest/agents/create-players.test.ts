import { expect, test } from "vitest";
import type { ArchetypeId, Story } from "../../contract/index.ts";
import type { ResolvedModel } from "../../kernel/models/index.ts";
import { loadStory, shippedNames } from "../story/index.ts";
import { draftPlayers, drawGroup } from "./create-players.ts";

const draft = (guide: Story, { seed = 1, archetypes }: { seed?: number; archetypes?: ArchetypeId[] } = {}) =>
  draftPlayers({
    guide,
    seed,
    wish: archetypes ? { archetypes } : { players: 5 },
    modelFor: () => ({ name: "house" }) as ResolvedModel,
  }).players;

const jokers: ArchetypeId[] = ["joker", "joker", "joker", "joker", "joker"];

test.each(shippedNames("story"))(
  "%s: no two players of a group share an occupation, a tie or a habit",
  (name) => {
    const guide = loadStory(name);
    const { occupations, ties, quirks } = guide.backgrounds;
    for (let seed = 0; seed < 6; seed++)
      for (const players of [draft(guide, { seed }), draft(guide, { seed, archetypes: jokers })]) {
        for (const pool of [occupations, ties, quirks]) {
          const had = players.map(({ characterForStory }) =>
            pool.filter((item) => characterForStory.toLowerCase().includes(item.toLowerCase())),
          );
          expect(new Set(had.map((found) => found.join())).size, had.join(" | ")).toBe(5);
        }
        expect(new Set(players.map(({ generatedBackstory }) => generatedBackstory)).size).toBe(5);
        expect(new Set(players.map(({ name }) => name)).size).toBe(5);
      }
  },
);

test("the same seed draws the same group; groups have 2 to 5 players, allow repeats, and any player can be spokesperson", () => {
  expect(drawGroup({ seed: 4 })).toEqual(drawGroup({ seed: 4 }));
  const groups = Array.from({ length: 500 }, (_, seed) => drawGroup({ seed }));
  expect(new Set(groups.map(({ archetypes }) => archetypes.length))).toEqual(new Set([2, 3, 4, 5]));
  expect(groups.some(({ archetypes }) => new Set(archetypes).size < archetypes.length)).toBe(true);
  expect(new Set(groups.flatMap(({ archetypes }) => archetypes)).size).toBe(10);
  expect(groups.every(({ archetypes, spokesperson }) => spokesperson < archetypes.length)).toBe(true);
  expect(new Set(groups.map(({ spokesperson }) => spokesperson)).size).toBe(5);
});

test("size and archetypes can be pinned, and must agree", () => {
  expect(drawGroup({ seed: 1, wish: { players: 3 } }).archetypes).toHaveLength(3);
  expect(drawGroup({ seed: 1, wish: { archetypes: ["joker", "joker"] } }).archetypes).toEqual([
    "joker",
    "joker",
  ]);
  expect(() => drawGroup({ seed: 1, wish: { players: 3, archetypes: ["joker", "joker"] } })).toThrow(
    /--players says 3, and --archetypes names 2/,
  );
});
