import { expect, test } from "vitest";
import type { RelayNoise } from "../../../contract/index.ts";
import { ask } from "../../../../tests/support/house-cast/rehearsal.ts";
import { archetypeIds, archetypeOf } from "../../archetypes/index.ts";

type Intent = { name: string; wants: string; shares?: string };

async function relay(
  intents: Intent[],
  {
    archetype = "engaged",
    turn = 5,
    noise = "faithful",
    dropped,
    name = "Ada",
  }: { archetype?: string; turn?: number; noise?: RelayNoise; dropped?: string; name?: string } = {},
): Promise<string> {
  const reply = await ask("plain", {
    role: "spokesperson",
    call: `turn/${turn}/spokesperson`,
    seed: 1,
    instructions: "",
    messages: [],
    stage: { kind: "spokesperson", name, archetype, noise, dropped, intents, says: [] },
  });
  return "text" in reply ? reply.text : "";
}

/** In many turns. */
const many = (
  intents: Intent[],
  archetype?: string,
  order: { noise?: RelayNoise; dropped?: string } = {},
): Promise<string[]> =>
  Promise.all(
    Array.from({ length: 40 }, (_, turn) => relay(intents, { archetype, turn: turn + 3, ...order })),
  );

/** Something else is wanted first. */
const held = /, but (?:first|not before this|one thing comes before it|that can wait for this): /;

const split: Intent[] = [
  { name: "Ada", wants: "Let's ring the bell." },
  { name: "Ben", wants: "I want us to ring the bell." },
  { name: "Cleo", wants: "We should go home." },
];

test("wishes are named by player, and the group follows the majority", async () => {
  for (const text of await many(split))
    expect(text).toMatch(/Ben and I .*ring the bell; Cleo .*go home; .*we ring the bell[.,]/);
});

test("a question is passed on with the others' wishes, and sometimes comes first", async () => {
  const said = await many([
    ...split.slice(0, 2),
    { name: "Cleo", wants: "Ask whether the door is still locked." },
  ]);
  expect(
    said.every((text) => /Cleo (?:asks|wonders|wants to know) whether the door is still locked\./.test(text)),
  ).toBe(true);
  expect(said.every((text) => text.includes("ring the bell"))).toBe(true);
  const waiting = said.filter((text) => held.test(text)).length;
  expect(waiting).toBeGreaterThan(10);
  expect(waiting).toBeLessThan(38);
});

/** The relay instructions that the dice may give this speaker. */
const noisesOf = (archetype: string): RelayNoise[] => [
  "faithful",
  ...(Object.keys(archetypeOf(archetype).relay) as RelayNoise[]),
];

const four: Intent[] = ["Ada", "Ben", "Dov", "Eve"].map((name) => ({
  name,
  wants: "Let's sign in false names.",
}));

test.each([
  ["a recap", "Get a short recap of where we are."],
  ["an answer", "Ask whether it is late."],
  ["something else", "Let me climb onto the roof."],
  ["to talk", 'Talk about "a duck in a hat" for a bit.'],
  ["only to talk", 'Forget the rest and talk about "a duck in a hat".'],
  ["the same", "We should sign in false names."],
])("what four of five want comes through with any speaker, if the fifth wants %s", async (_, wants) => {
  for (const archetype of archetypeIds) {
    for (const noise of noisesOf(archetype)) {
      for (const text of await many([...four, { name: "Cleo", wants }], archetype, { noise })) {
        expect(text).toMatch(/sign in false names/);
        expect(text).not.toMatch(/not decided|choose after/);
      }
    }
  }
});

test("the further the table is off the story, the likelier its decision waits", async () => {
  const waiting = async (wants: string) =>
    (await many([...four, { name: "Cleo", wants }])).filter((text) => held.test(text)).length;
  const [light, medium, heavy] = await Promise.all([
    waiting('We should sign in false names, with a nod to "a duck".'),
    waiting('Talk about "a duck in a hat" for a bit.'),
    waiting('Forget the rest and talk about "a duck in a hat".'),
  ]);
  expect(light).toBeLessThan(medium!);
  expect(medium).toBeLessThan(heavy!);
  expect(heavy).toBeGreaterThan(25);
});

test('the spokesperson is "me" after a preposition', async () => {
  const said = [
    ...(await many([{ name: "Ada", wants: 'Talk about "a duck in a hat" for a bit.' }])),
    ...(await many([{ name: "Ada", wants: "Get a short recap of where we are." }])),
  ].join("\n");
  expect(said).toContain("thanks to me.");
  expect(said).not.toMatch(/\b(?:to|for) I\b/);
});

test.each([
  ["Go along with Ben.", /Ben, Cleo|Ben and Cleo|Cleo and Ben/],
  ['Talk about "a duck in a hat" for a bit.', /"a duck in a hat"/],
  ['Get a short recap, because of "my cat".', /recap.*"my cat"|"my cat".*recap/],
  [
    "Let me tie my scarf to it and see how far I get.",
    /Cleo .*tie their scarf to it and see how far they get/,
  ],
  ["Ask Marta who is waiting for her.", /Cleo (?:wants|would like) to ask Marta who is waiting for her\./],
  [
    "Honestly? I think we're doomed, and it is my fault!",
    /Cleo.*: Honestly\? I think we're doomed, and it is my fault\./,
  ],
])("%s", async (wants, expected) => {
  const said = await many([
    { name: "Ben", wants: "Let's ring the bell." },
    { name: "Cleo", wants },
  ]);
  expect(
    said.every((text) => expected.test(text)),
    said.find((text) => !expected.test(text)),
  ).toBe(true);
});

test("shared secrets are relayed; the spokesperson's own are not", async () => {
  const [told] = await many([
    { name: "Ben", wants: "Let's ring the bell.", shares: 'Listen. She said "run" to me. It is a comb.' },
    { name: "Ada", wants: "Let's ring the bell." },
  ]);
  expect(told).toMatch(/Ben has .*: "Listen\. She said 'run' to me\. It is a comb\."/);
  expect(await relay(split)).not.toContain("comb");
});

test.each(archetypeIds)(
  "%s: the speaker's own noise appears when the dice say so, with the decision",
  async (archetype) => {
    const { before = [], after = [] } = archetypeOf(archetype).house.remarks;
    const lines = [...before, ...after];
    const ownIn = (said: string) =>
      lines.filter((line) => said.includes(line.replaceAll("{own}", "ring the bell")));
    for (const noise of noisesOf(archetype)) {
      const said = (await many(split, archetype, { noise })).join("\n");
      expect(said).toContain("ring the bell");
      if (noise === "faithful") expect(ownIn(said)).toEqual([]);
      else if (noise === "undersells") expect(said).toMatch(/guess|sort of|Um|Probably|suppose/);
      else if (lines.length > 0) expect(ownIn(said).length).toBeGreaterThan(2);
    }
  },
);

test("a dropped wish is left out completely: a question, and an action", async () => {
  const asked: Intent[] = [...split.slice(0, 2), { name: "Cleo", wants: "Ask whether it is late." }];
  const order = { noise: "drops a wish" as const, dropped: "Cleo" };
  for (const text of await many(asked, "drifter", order)) expect(text).not.toMatch(/Cleo|whether it is late/);
  for (const text of await many(split, "drifter", order)) expect(text).not.toMatch(/Cleo|go home/);
  expect((await many(asked, "drifter")).every((text) => text.includes("whether it is late"))).toBe(true);
});
