import { expect, test } from "vitest";
import { playerReply, type PlayerReply } from "../../agents/index.ts";
import { archetypeIds, archetypeOf, type TurnDraw } from "../../archetypes/index.ts";
import { ask, rehearse } from "../../../../tests/support/house-cast/rehearsal.ts";
import { smallGuide } from "../../../../tests/support/house-cast/small-guide.ts";
import { offeredWays } from "./hear.ts";

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

test.each(archetypeIds.filter((id) => archetypeOf(id).tangent))(
  "%s: a tangent is as far off as drawn, and its subject reaches the spokesperson",
  async (archetype) => {
    for (const tangent of ["light", "medium", "heavy"] as const) {
      for (const { says, wants, offTopic } of await many((turn) =>
        play({ archetype, turn, draw: { quirk: true, mood: "wary", tangent } }),
      )) {
        expect(offTopic).toBe(tangent);
        const aside = /"(.+)"/.exec(wants)![1]!;
        expect(says.toLowerCase()).toContain(aside.toLowerCase());
        // A light one leaves room for a decision, a longer one does not.
        expect(offeredWays(narration).some((way) => wants.includes(way))).toBe(tangent === "light");
      }
    }
    expect((await play({ archetype })).offTopic).toBe("none");
  },
);

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

test('wishes name an offered option, as "we", and tables sometimes disagree', async () => {
  const sessions = await Promise.all(
    [4, 5].map((seed) =>
      rehearse({ guide: smallGuide, archetypes: ["engaged", "invested", "experienced", "optimizer"], seed }),
    ),
  );
  const wishes = sessions
    .flatMap((turns) => turns.slice(2))
    .filter(({ players }) => players.length > 0 && players.every(({ draw }) => !draw.quirk))
    .map(
      ({ players }) =>
        new Set(
          players.map(({ wants }) =>
            wants.replace(/^(?:Let's|I want us to|We should|I'd|My vote is to) /, ""),
          ),
        ).size,
    );
  expect(wishes.some((different) => different === 1)).toBe(true);
  expect(wishes.some((different) => different > 1)).toBe(true);
  expect(offeredWays(narration)).toEqual([
    "open the ledger",
    "follow Marta into our old cellar",
    "wait near the door",
  ]);
  for (const { wants } of await many((turn) => play({ archetype: "engaged", turn })))
    expect(
      offeredWays(narration).some((way) => wants.includes(way)),
      wants,
    ).toBe(true);
});

test("lines refer to the narration, the people present, and the other players", async () => {
  const talk = [
    { seat: 1, says: "I keep thinking of the weathervane." },
    { seat: 0, says: "The teapot!" },
  ];
  const said = (await many((turn) => play({ archetype: "engaged", turn, talk })))
    .map(({ says }) => says)
    .join("\n");
  for (const word of ["ledger", "lamp", "Marta Lind", "Ben", "weathervane"]) expect(said).toContain(word);
  expect(said).not.toContain("teapot");
});

test("lines mention tangible things, and never the same thing twice", async () => {
  const scene =
    "The moon stands over the museum, and the silence is complete. But this can wait. It takes a vaudeville comic to laugh at the clock.";
  const draws: TurnDraw[] = [
    { quirk: false, mood: "wary" },
    { quirk: true, mood: "wary" },
    { quirk: true, mood: "wary", tangent: "medium" },
  ];
  for (const archetype of archetypeIds) {
    for (const draw of draws) {
      for (const { says, wants } of await many((turn) =>
        play({ archetype, turn, draw, narration: scene, talk: [{ seat: 1, says: "I like the clock." }] }),
      )) {
        expect(`${says} ${wants}`).not.toMatch(/\bmoon\b|\bthe can\b|\bsilence\b|vaudeville/);
        expect(says.split("clock").length, says).toBeLessThanOrEqual(draw.quirk ? 2 : 3);
        expect(says).not.toMatch(/\{\w+\}|whole business/);
      }
    }
  }
});

test.each([
  ["curious", "map", "medium"],
  ["joker", "van", "medium"],
  ["joker", "shelf", undefined],
  ["optimizer", "chart", "heavy"],
  ["wildcard", "scarf", undefined],
] as const)("%s, before a %s: says it once in a line of its own", async (archetype, noun, tangent) => {
  for (const { says } of await many((turn) =>
    play({
      archetype,
      turn,
      draw: { quirk: true, mood: "wary", tangent },
      narration: `You stand before the ${noun}.`,
    }),
  )) {
    expect(says.split(new RegExp(`\\b${noun}\\b`)).length, says).toBeLessThanOrEqual(2);
  }
});

test("without anything to point at, every archetype still has a line", async () => {
  const bare = "Nobody moves. It is very quiet.";
  for (const archetype of archetypeIds) {
    const quirks = archetypeOf(archetype).house.quirks.map(({ says }) => says);
    for (const { says } of await many((turn) =>
      play({ archetype, turn, narration: bare, draw: { quirk: true, mood: "wary" } }),
    ))
      expect(holds(says, quirks), says).toBe(true);
    if (!archetypeOf(archetype).tangent) continue;
    for (const { says, wants } of await many((turn) =>
      play({ archetype, turn, narration: bare, draw: { quirk: true, mood: "wary", tangent: "heavy" } }),
    ))
      expect(says.toLowerCase()).toContain(/"(.+)"/.exec(wants)![1]!.toLowerCase());
  }
  for (const { says, wants = "" } of archetypeIds.flatMap((id) => archetypeOf(id).house.quirks))
    for (const [slot] of wants.matchAll(/\{\w+\}/g)) expect(says).toContain(slot);
});

test("players keep their choice while the options are the same, and do not all agree", async () => {
  const wanted = (await many((turn) => play({ archetype: "engaged", turn }))).map(({ wants }) =>
    offeredWays(narration).find((way) => wants.includes(way)),
  );
  expect(new Set(wanted).size).toBe(1);
  const tables = await Promise.all(
    Array.from({ length: 30 }, (_, seed) => play({ archetype: "wildcard", seed })),
  );
  expect(
    new Set(tables.map(({ wants }) => offeredWays(narration).find((way) => wants.includes(way)))).size,
  ).toBe(3);
});

test("a session has forty or more different lines, with hardly any repeats", async () => {
  const lines = (
    await rehearse({ guide: smallGuide, archetypes: ["joker", "questioner", "curious"], seed: 2 })
  ).flatMap(({ players }) => players.map(({ says }) => says));
  expect(new Set(lines).size).toBeGreaterThan(40);
  expect(new Set(lines).size / lines.length).toBeGreaterThan(0.95);
});

test("before the story, players give their names and then their characters", async () => {
  const asked = smallGuide.questions.join(" ");
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
  expect(smallGuide.questions.some((question) => introduced.says.includes(question))).toBe(true);
});

test.each([
  [
    "Which will it be: Walter Pym, Miss Quill, or nobody?",
    ["settle on Walter Pym", "settle on Miss Quill", "settle on nobody"],
  ],
  [
    "What do you tell her: that she was right; that you, too, were there; or nothing?",
    ["tell her that she was right", "tell her that we, too, were there", "tell her nothing"],
  ],
  ["It is late. Do you ring the bell, or go round the back?", ["ring the bell", "go round the back"]],
  [
    "You might agree, and say so; refuse; or ask for time. What do you do?",
    ["agree, and say so", "refuse", "ask for time"],
  ],
  ["The path forks at the stone. You could go left or right.", ["go left", "go right"]],
  ["The fog thickens. Somebody, or something, breathes.", []],
])("%s", (text, ways) => {
  expect(offeredWays(text)).toEqual(ways);
});

test("without new options, players remember the earlier ones", async () => {
  const stage = {
    kind: "player",
    seat: 0,
    name: "Ada",
    names: ["Ada", "Ben"],
    archetype: "engaged",
    character: "A diver.",
    phase: "story",
    draw: { quirk: false, mood: "wary" },
    narration: "The ledger is bound in green. What will it be?",
    told: "",
    talk: [],
  };
  const messages = [
    {
      role: "user" as const,
      text: `The group to the narrator: Hello.\n\nNarrator: ${narration}\n\nNarrator, to you alone: You could eat the comb, or burn it.`,
    },
    { role: "assistant" as const, text: "Hm." },
  ];
  const reply = await ask("plain", {
    role: "player",
    call: "turn/8/player/0",
    seed: 1,
    instructions: "",
    messages,
    stage,
    schema: {},
  });
  const { wants } = playerReply.parse("object" in reply ? reply.object : undefined);
  expect(
    offeredWays(narration).some((way) => wants.includes(way)),
    wants,
  ).toBe(true);
});
