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

const split: Intent[] = [
  { name: "Ada", wants: "Let's ring the bell." },
  { name: "Ben", wants: "I want us to ring the bell." },
  { name: "Cleo", wants: "We should go home." },
];

test("wishes are named by player, and the group follows the majority", async () => {
  for (const text of await many(split))
    expect(text).toMatch(/Ben and I .*ring the bell; Cleo .*go home; .*we ring the bell[.,]/);
});

/** The relay instructions that the dice may give this speaker. */
const noisesOf = (archetype: string): RelayNoise[] => [
  "faithful",
  ...(Object.keys(archetypeOf(archetype).relay) as RelayNoise[]),
];

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
