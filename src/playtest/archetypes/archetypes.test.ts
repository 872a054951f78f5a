import { expect, test } from "vitest";
import { relayNoise } from "../../contract/index.ts";
import { archetypeIds, archetypeOf, isArchetype } from "./archetypes.ts";
import { drawCrossTalk, drawRelay, drawTurn, moods } from "./turn-dice.ts";

/** What the specification fixes. Later archetypes need no row here. */
test.each([
  ["joker", 0.3, "grok"],
  ["engaged", 0.2, "qwen"],
  ["questioner", 0.25, "deepseek"],
  ["wildcard", 0.2, "grok"],
  ["follower", 0.2, "kimi-k2"],
  ["curious", 0.3, "deepseek"],
  ["optimizer", 0.2, "deepseek"],
  ["invested", 0.25, "qwen"],
  ["drifter", 0.2, "kimi-k2"],
  ["experienced", 0.2, "qwen"],
])("%s has the quirk rate %f and is played by %s", (id, quirkFrequency, model) => {
  expect(archetypeOf(id)).toMatchObject({ quirkFrequency, model });
});

test("an unknown archetype is refused, with the known ones", () => {
  expect(() => archetypeOf("jokr")).toThrow(
    `Unknown archetype "jokr". Known: ${archetypeIds.join(", ")}. Did you mean joker?`,
  );
  expect(isArchetype("toString")).toBe(false);
});

test.each(archetypeIds)("over 2,000 draws %s shows its quirk at its own rate", (archetype) => {
  const draws = Array.from({ length: 2_000 }, (_, index) =>
    drawTurn(archetype, { seed: 7, replicate: 0, turn: 1 + Math.floor(index / 5), seat: index % 5 }),
  );
  expectRate(draws.filter(({ quirk }) => quirk).length, {
    of: 2_000,
    rate: archetypeOf(archetype).quirkFrequency,
  });
  expect(new Set(draws.map(({ mood }) => mood)).size).toBe(moods.length);
});

test("the same draw gives the same result; turn, seat, seed and replicate each change it", () => {
  const at = { seed: 1, replicate: 0, turn: 3, seat: 1 };
  expect(drawTurn("joker", at)).toEqual(drawTurn("joker", at));
  // A mood lasts: the next turn may have the same one.
  const others = [{ seed: 2 }, { replicate: 1 }, { turn: 3 + 5 }, { seat: 2 }];
  for (const other of others) {
    const same = Array.from({ length: 200 }, (_, index) => {
      const [a, b] = [
        drawTurn("joker", { ...at, seat: index * 10 }),
        drawTurn("joker", {
          ...at,
          seat: index * 10,
          ...("seat" in other ? { seat: index * 10 + 1 } : other),
        }),
      ];
      return JSON.stringify(a) === JSON.stringify(b);
    }).filter(Boolean).length;
    expect(same).toBeLessThan(60);
  }
});

/** How often something came up, against the expected rate: within 3.5 standard deviations. */
function expectRate(count: number, { of, rate }: { of: number; rate: number }): void {
  const spread = Math.sqrt(of * rate * (1 - rate));
  expect(Math.abs(count - of * rate), `${count} of ${of}, for ${rate}`).toBeLessThanOrEqual(3.5 * spread);
}

test.each(archetypeIds)("over 2,000 turns %s relays in each way at its own rate", (archetype) => {
  const { relay } = archetypeOf(archetype);
  const draws = Array.from({ length: 2_000 }, (_, turn) =>
    drawRelay(archetype, { seed: 8, replicate: 0, turn, seat: 2 }, { others: [0, 1, 3] }),
  );
  const faithful = 1 - Object.values(relay).reduce((sum, chance) => sum + chance, 0);
  expect(faithful).toBeGreaterThan(0.3);
  for (const noise of relayNoise.options)
    expectRate(draws.filter((draw) => draw.noise === noise).length, {
      of: 2_000,
      rate: noise === "faithful" ? faithful : (relay[noise] ?? 0),
    });
  const dropped = draws.flatMap((draw) => (draw.noise === "drops a wish" ? [draw.dropped!] : []));
  for (const seat of [0, 1, 3])
    expectRate(dropped.filter((each) => each === seat).length, { of: dropped.length, rate: 1 / 3 });
  expect(draws.every(({ noise, dropped }) => noise === "drops a wish" || dropped === undefined)).toBe(true);
});

test("nobody explains at length twice in a row", () => {
  const relays = (before?: "over-explains" | "comments") =>
    Array.from(
      { length: 500 },
      (_, turn) =>
        drawRelay("invested", { seed: 8, replicate: 0, turn, seat: 2 }, { others: [0], before }).noise,
    );
  expect(relays()).toContain("over-explains");
  expect(relays("comments")).toEqual(relays());
  expect(relays("over-explains")).toEqual(
    relays().map((noise) => (noise === "over-explains" ? "faithful" : noise)),
  );
});

type Seat = Parameters<typeof drawCrossTalk>[0][number];
const table = (archetype: Seat["archetype"], off: readonly number[] = []): Seat[] =>
  ["Sam", "Alex", "Jo", "Kim", "Ada"].map((name, seat) => ({
    seat,
    name,
    archetype,
    says: "I wait.",
    offTopic: off.includes(seat) ? "medium" : "none",
  }));
const reactions = (players: Seat[]) =>
  Array.from({ length: 2_000 }, (_, turn) => drawCrossTalk(players, { seed: 6, replicate: 0, turn }));

test("a player asked by name answers first, regardless of the dice; a name inside a word asks no player", () => {
  const asking = (says: string) => reactions(table("drifter").with(3, { ...table("drifter")[3]!, says }));
  for (const seats of asking("Ada, what do you think?")) expect(seats[0]).toBe(4);
  for (const seats of asking("Jo, Ada and Sam: who goes first?")) expect(seats).toEqual([0, 2]);
  expect(asking("Is it the same, the Adagio, for Alexander?")).toEqual(asking("I wait."));
  expect(asking("I go with Ada.")).toEqual(asking("I wait."));
});
