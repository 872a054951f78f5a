import { expect, test } from "vitest";
import { drawGroup } from "./draw-group.ts";
import { keepSecrets } from "./keep-secrets.ts";

test("the same seed draws the same group; groups have 2 to 5 players, repeats and every spokesperson", () => {
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

const secret =
  "As you touch the idol, you see your grandmother's jewelry box, and the number 4417 scratched inside its lid.";

test.each([
  [
    "word for word",
    "I look around. I see my grandmother's jewelry box, and the number 4417 scratched inside!",
    "I look around.",
  ],
  ["in other words", "Let's go. My grandmother had the jewelry.", "Let's go."],
  ["a word at a time", "Let's go. My grandmother! Oh, the jewelry.", "Let's go."],
  ["a number alone", "Let's go. 4417.", "Let's go."],
  ["a name alone", "Let's go. Who is Obed?", "Let's go."],
])("what a player keeps is taken out of what they say: %s", (_, said, left) => {
  const { texts, withheld } = keepSecrets([said, "go on."], {
    secret: `${secret} It belonged to Obed.`,
    known: () => "The idol stands on the altar.",
  });
  expect(texts).toEqual([left, "go on."]);
  expect(withheld.length).toBeGreaterThan(0);
});

const stair = "You alone notice the brass key under the stair, half hidden by a coil of rope.";

test.each([
  ["a plural", "Let's go. The key's under the stairs.", "Let's go."],
  ["a word at a time", "A key. Under the steps. Brass. Let's go.", "Let's go."],
  ["in a command", "go get the key from under the stair", ""],
  ["turned around", "Under that stair, I bet, there's a key.", ""],
  [
    "in many words",
    "Let's go. If I were a clever old smuggler with rope to spare, I would trust a coil of it to cover my brass.",
    "Let's go.",
  ],
])("a secret of short words is taken out too: %s", (_, said, left) => {
  for (const secret of ["brass key under the stair", stair]) {
    if (secret !== stair && said.includes("coil")) continue;
    const { texts, withheld } = keepSecrets([said], {
      secret,
      known: () => "You stand in the hall. Dust lies on everything.",
    });
    expect(texts).toEqual([left]);
    expect(withheld.length).toBeGreaterThan(0);
  }
});

test("nor one word here and another far from it", () => {
  const between =
    "My cousin plays the trombone in a band that tours villages, ferries, orchards and harbours every summer.";
  expect(
    keepSecrets([`Brass suits me. ${between} Mind the stair.`], {
      secret: "A brass key lies under the stair.",
      known: () => "",
    }).texts,
  ).toEqual([between]);
});

test.each([
  ["one word of it", "Where would one hide a key?"],
  ["words of it that everybody has heard", "I look under the stair for a rope."],
  [
    "words that stand far apart in it",
    "My coat has brass buttons. Is there something to eat? I should have brought a proper lunch, some bread and cheese, and good rope.",
  ],
  ["what everybody says", "I notice nothing alone here. I look around and hold on."],
])("ordinary talk beside a secret of short words is heard: %s", (_, said) => {
  const told = `${stair} Behind it the wall is damp, and a draught comes up from somewhere below with a smell of tar.`;
  expect(
    keepSecrets([said], { secret: told, known: () => "A stair leads down. A rope hangs from a beam." }),
  ).toEqual({ texts: [said], withheld: [] });
});

test("a secret told in two halves is taken out of both", () => {
  expect(
    keepSecrets(["My grandmother!", "ask about the jewelry."], { secret, known: () => "" }).texts,
  ).toEqual(["", ""]);
});

test("what everybody has heard is no secret, one word may be chance, and without a secret nothing is taken", () => {
  expect(
    keepSecrets(["I touch the idol and see what happens."], {
      secret,
      known: () => "As you touch the idol, you see it glow.",
    }).withheld,
  ).toEqual([]);
  expect(keepSecrets(["My grandmother would love this."], { secret, known: () => "" }).withheld).toEqual([]);
  expect(keepSecrets(["Anything goes. Really."], { secret: "", known: () => "" })).toEqual({
    texts: ["Anything goes. Really."],
    withheld: [],
  });
});
