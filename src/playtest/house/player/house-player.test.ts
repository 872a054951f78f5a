import { expect, test } from "vitest";
import { playerReply, type PlayerReply } from "../../agents/index.ts";
import { archetypeIds, archetypeOf, type TurnDraw } from "../../archetypes/index.ts";
import { ask } from "../../../../tests/support/house-cast/rehearsal.ts";
import { loadStory } from "../../story/index.ts";

const { questions } = loadStory("innsmouth");

const narration = `The lamp on the table burns low. "Nobody goes down there," says Marta Lind. She looks at the ledger, and at the door.

You could open the ledger, follow Marta into your old cellar, or wait near the door. What do you do?`;

const secret =
  "Under the ledger, Ada, lies a tortoiseshell comb, and 7714 is scratched on it in the hand of Quillfeather.";

type Scene = {
  archetype: string;
  draw?: TurnDraw;
  told?: string;
  tells?: string;
  turn?: number;
  seed?: number;
  narration?: string;
  talk?: Array<{ seat: number; says: string }>;
  phase?: "creation" | "story";
};

async function play({
  archetype,
  draw = { quirk: false, mood: "keen" },
  told = "",
  tells = "",
  turn = 7,
  seed = 1,
  narration: heard = narration,
  talk = [],
  phase = "story",
}: Scene): Promise<PlayerReply> {
  const stage = {
    kind: "player",
    seat: 0,
    name: "Ada",
    names: ["Ada", "Ben", "Cleo"],
    archetype,
    character: "A diver who came because of a debt, and who hums.",
    phase,
    draw,
    narration: heard,
    told,
    tells,
    talk,
  };
  const reply = await ask("plain", {
    role: "player",
    call: `turn/${turn}/player/0`,
    seed,
    instructions: "",
    messages: [],
    stage,
    schema: {},
  });
  return playerReply.parse("object" in reply ? reply.object : undefined);
}

const many = <Result>(make: (turn: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 60 }, (_, turn) => make(turn + 3)));

/** Does a text contain one of these lines, with any slot values? */
const holds = (text: string, lines: readonly string[]) =>
  lines.some((line) =>
    new RegExp(
      line
        .split(/\{\w+\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join(".+?"),
      "i",
    ).test(text),
  );

test.each(archetypeIds)("%s: the quirk shows exactly when the dice say so", async (archetype) => {
  const quirks = archetypeOf(archetype).house.quirks.map(({ says }) => says);
  for (const { says } of await many((turn) => play({ archetype, turn, draw: { quirk: true, mood: "wary" } })))
    expect(holds(says, quirks), says).toBe(true);
  for (const { says } of await many((turn) =>
    play({ archetype, turn, draw: { quirk: false, mood: "wary" } }),
  ))
    expect(holds(says, quirks), says).toBe(false);
});

test.each(archetypeIds)(
  "%s: a private telling is answered, and shared exactly when the dice say so",
  async (archetype) => {
    const replies = await many(async (turn) => {
      const shares = turn % 2 === 0;
      const draw = { quirk: turn % 3 === 0, mood: "wary" as const };
      return {
        shares,
        ...(await play({ archetype, turn, told: secret, tells: shares ? secret : "", draw })),
      };
    });
    const distinctive = /tortoiseshell|comb|7714|quillfeather/i;
    for (const { shares, says, wants, private: answer, tells } of replies) {
      expect(answer).not.toBe("");
      expect(distinctive.test(`${says} ${wants}`)).toBe(false);
      expect(distinctive.test(tells ?? "")).toBe(shares);
      expect(tells === null).toBe(!shares);
    }
    const later = await play({ archetype, tells: secret });
    expect(later.private).toBeNull();
    expect(later.tells).toMatch(distinctive);
    expect(await play({ archetype })).toMatchObject({ private: null, tells: null });
  },
);

test("before the story, players give their names and then their characters", async () => {
  const asked = questions.join(" ");
  const named = await play({
    archetype: "joker",
    phase: "creation",
    turn: 1,
    narration: "How many of you are there, and what are you called?",
  });
  expect(named.says).toContain("Ada");
  const introduced = await play({ archetype: "joker", phase: "creation", turn: 2, narration: asked });
  expect(introduced.says).toContain("I'm a diver, and I came because of a debt.");
  expect(introduced.wants).toBe("Introduce me as a diver who hums.");
  expect(questions.some((question) => introduced.says.includes(question))).toBe(true);
});
