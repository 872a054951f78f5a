import { expect, test } from "vitest";
import { archetypeId } from "../../contract/index.ts";
import { archetypes } from "./archetypes.ts";
import { drawTurn, moods } from "./draw-turn.ts";

const rates = {
  joker: 0.3,
  engaged: 0.2,
  questioner: 0.25,
  wildcard: 0.2,
  follower: 0.2,
  curious: 0.3,
  optimizer: 0.2,
  invested: 0.25,
  drifter: 0.2,
  experienced: 0.2,
};
const models = {
  joker: "grok",
  engaged: "qwen",
  questioner: "deepseek",
  wildcard: "grok",
  follower: "kimi-k2",
  curious: "deepseek",
  optimizer: "deepseek",
  invested: "qwen",
  drifter: "kimi-k2",
  experienced: "qwen",
};

test("ten archetypes, each with its rate, its model and what it tests", () => {
  expect(Object.keys(archetypes)).toEqual(archetypeId.options);
  for (const id of archetypeId.options) {
    expect(archetypes[id]).toMatchObject({ id, quirkFrequency: rates[id], model: models[id] });
    expect(archetypes[id].patterns.length).toBeGreaterThanOrEqual(3);
    expect(archetypes[id].testsFor).not.toEqual([]);
  }
});

test.each(archetypeId.options)("over 2,000 draws %s shows its quirk at its own rate", (archetype) => {
  const draws = Array.from({ length: 2_000 }, (_, index) =>
    drawTurn(archetype, { seed: 7, replicate: 0, turn: 1 + Math.floor(index / 5), seat: index % 5 }),
  );
  const shown = draws.filter(({ quirk }) => quirk).length;
  const spread = Math.sqrt(2_000 * rates[archetype] * (1 - rates[archetype]));
  expect(Math.abs(shown - 2_000 * rates[archetype])).toBeLessThan(3.5 * spread);
  expect(new Set(draws.map(({ mood }) => mood)).size).toBe(moods.length);
});

test("the same throw says the same; turn, seat, seed and replicate each throw anew", () => {
  const at = { seed: 1, replicate: 0, turn: 3, seat: 1 };
  expect(drawTurn("joker", at)).toEqual(drawTurn("joker", at));
  // A mood lasts: the next turn may well be in the same one.
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

test("a mix of jokers, wildcards and drifters strays more than one of engaged, invested and experienced", () => {
  const strays = (mix: Array<keyof typeof rates>) =>
    Array.from({ length: 600 }, (_, turn) =>
      mix.filter((archetype, seat) => drawTurn(archetype, { seed: 5, replicate: 0, turn, seat }).tangent),
    ).flat().length;
  expect(strays(["joker", "wildcard", "drifter"])).toBeGreaterThan(100);
  expect(strays(["engaged", "invested", "experienced"])).toBe(0);
});

const intensities = (archetype: keyof typeof rates, offStory = false) => {
  const drawn = Array.from(
    { length: 4_000 },
    (_, turn) => drawTurn(archetype, { seed: 3, replicate: 0, turn, seat: 0 }, { offStory }).tangent,
  ).filter((tangent) => tangent !== undefined);
  const share = (intensity: string) => drawn.filter((tangent) => tangent === intensity).length / drawn.length;
  return { count: drawn.length, light: share("light"), medium: share("medium"), heavy: share("heavy") };
};

test("tangents come light, medium and heavy, and are likelier and longer while one is open", () => {
  const [alone, joining] = [intensities("joker"), intensities("joker", true)];
  expect([alone.light, alone.medium, alone.heavy].every((share) => share > 0)).toBe(true);
  expect(joining.count).toBeGreaterThan(alone.count * 1.2);
  expect(joining.light).toBeLessThan(alone.light - 0.1);
});

test.each([
  ["joker", { light: 0.4, heavy: 0.2 }],
  ["wildcard", { light: 0.3, heavy: 0.3 }],
  ["drifter", { light: 0.5, heavy: 0.2 }],
  ["optimizer", { light: 0.5, heavy: 0.1 }],
  ["curious", { light: 0.6, heavy: 0.1 }],
] as const)("%s goes as far off the story as befits it", (archetype, expected) => {
  const { light, heavy, count } = intensities(archetype);
  const spread = (share: number) => 3.5 * Math.sqrt((share * (1 - share)) / count);
  expect(Math.abs(light - expected.light)).toBeLessThan(spread(expected.light));
  expect(Math.abs(heavy - expected.heavy)).toBeLessThan(spread(expected.heavy));
});
