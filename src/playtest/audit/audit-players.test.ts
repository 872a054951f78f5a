import { expect, test } from "vitest";
import type { ArchetypeId, Classification, PlayerTurn, TurnRecord } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleConfig } from "../../../tests/support/playtest/example-session.ts";
import { foldSession, newSession } from "../session/index.ts";
import { auditPlayers } from "./audit-players.ts";

type Said = Partial<PlayerTurn> | string;

/** Sam, Alex and Jo say this, turn by turn. */
function played(
  turns: ReadonlyArray<readonly Said[]>,
  {
    archetypes = ["engaged", "engaged", "engaged"],
    secret,
  }: { archetypes?: readonly ArchetypeId[]; secret?: string } = {},
) {
  const records = turns.map((said, index): TurnRecord => {
    const told = index === 0 && secret !== undefined;
    const record = exampleRecord({
      turn: index + 1,
      text: told ? `The tide goes out.\n\n${secret}` : "The tide goes out.",
      players: said.map(() => "Hm."),
    });
    const [public_] = record.classification.segments;
    const segments: Classification["segments"] = told
      ? [
          { ...public_!, end: 18 },
          { ...public_!, start: 20, end: record.narrator.text.length, audience: [1] },
        ]
      : [public_!];
    const players = record.players.map((player, seat): PlayerTurn => ({
      ...player,
      ...(typeof said[seat] === "string" ? { says: said[seat] } : said[seat]),
      ...(told && seat === 1 && { private: { answer: "I see.", share: false } }),
    }));
    return { ...record, classification: { ...record.classification, segments }, players };
  });
  const players = ["Sam", "Alex", "Jo"].map((name, seat) => ({ name, archetype: archetypes[seat]! }));
  return auditPlayers(
    foldSession(newSession({ sessionId: "s", config: exampleConfig({ players }) }), records),
  );
}

const kinds = (turns: ReadonlyArray<readonly Said[]>, options?: Parameters<typeof played>[1]) =>
  played(turns, options).notes.map(({ kind, seat, turn }) => [kind, seat, turn]);

test.each([
  "As an AI, I cannot feel the cold.",
  "I'm just a language model, but I'd open the door.",
  "The prompt says that my quirk shows.",
  "My instructions are to ask a question. So: is it locked?",
  "I'm sorry, but I can't assist with that request.",
  "According to my prompt, I should be anxious now.",
  "Nothing in the system prompt forbids it.",
  "As a virtual assistant I have no lamp.",
  "As an assistant, I don't have hands.",
  "My knowledge ends with my training data.",
  '{"says": "We go in", "wants": "the door"}',
])("out of the fiction: %s", (says) => {
  expect(kinds([["Hm.", says, "Hm."]])).toEqual([["breaks-fiction", 1, 1]]);
});

test("out of the fiction in a reaction, or when revealing a secret", () => {
  const says = "As an AI language model, I cannot take part.";
  const record = exampleRecord({ turn: 1, players: ["Hm.", "Hm.", "Hm."] });
  const noted = (made: TurnRecord) =>
    auditPlayers(foldSession(newSession({ sessionId: "s", config: exampleConfig() }), [made]))
      .notes.filter(({ kind }) => kind === "breaks-fiction")
      .map(({ seat }) => seat);
  expect(noted({ ...record, crossTalk: [{ seat: 2, says, offTopic: "none" }] })).toEqual([2]);
  const shares = { turn: 1, telling: says };
  expect(
    noted({
      ...record,
      players: record.players.map((player) => (player.seat === 0 ? { ...player, shares } : player)),
    }),
  ).toEqual([0]);
});

test.each([
  "This game is great, and so is the narrator.",
  "Roll the dice already.",
  "He gave us a prompt reply.",
  "I am sorry, but I cannot leave her here.",
  "What are our instructions from the harbour master?",
  "I'm an assistant librarian, not a soldier.",
  "I came to Arkham as an assistant to Professor Armitage.",
  "The captain's orders were my instructions, and I followed them.",
  "My instructions were to ask for the harbour master.",
  "Your prompt service is appreciated.",
  "We owe it to your prompt warning.",
  "My training as a nurse says otherwise.",
  "Counting doors is my quirk.",
  "I can't help you with that rope.",
  "I'm sorry, but I can't help him.",
  "Whose idea was it to simulate the player piano?",
  "Classic plot twist. Is the AI of the ship still listening?",
])("still in it: %s", (says) => {
  expect(kinds([["Hm.", says, "Hm."]])).toEqual([]);
});

test.each([
  "Alex opens the door and Jo follows.",
  "We go in, and Alex says nothing.",
  "Jo will take the lamp.",
  "Alex and Jo quickly climb the stairs, and Alex draws a knife.",
  "We all agree, so that is settled.",
  "Everybody has agreed to leave.",
  "The others want to leave.",
  "Then Alex opens the door.",
  "And Alex opens the door.",
  "So Alex opens the door.",
  "But Jo drinks it.",
  "Alex and Jo open the door.",
  "Alex dives through the window.",
  "Alex kills the priest.",
  "I duck, and Jo shoots him.",
  "Alex then calmly barricades the door.",
])("for others: %s", (says) => {
  expect(kinds([[says, "Hm.", "Hm."]])).toEqual([["speaks-for-others", 0, 1]]);
});

test.each([
  "Alex, open the door.",
  "If Alex opens the door, I go in.",
  "If we wait, Alex opens the door.",
  "Maybe we wait, and Alex goes first.",
  "I'd do whatever Jo does.",
  "Let Jo take the lamp.",
  "Alex should take the lamp.",
  "I think Alex goes first, no?",
  "What Alex said.",
  "Alex was right about the rope.",
  "Does Jo take the lamp?",
  "Sam opens the door.",
  "Orla opens the door.",
  "We all go in together.",
  "Everyone says this town is cursed.",
  "Everybody thinks the keeper is mad, so let's ask him.",
  "Everyone wants to get out of here alive.",
  "If we all agree, I'll ring the bell.",
  "Alex always was the brave one.",
  "Alex is right, and Jo knows it.",
  "Jo's lamps are out.",
  "Alex looks tired.",
  "Alex and Jo first.",
  "Alex and Jo, open the door.",
  "Alex and I open the door.",
  "Alexandra opens the door.",
])("for oneself: %s", (says) => {
  expect(kinds([[says, "Hm.", "Hm."]])).toEqual([]);
});

const secret =
  "A yellow sou'wester hangs behind the crypt door, and Aurelio is stitched in its collar with copper wire.";

test("a player who speaks of another's private telling knows too much; its owner does not", () => {
  const audit = played(
    [
      ["Hm.", "Hm.", "Hm."],
      ["Look for a yellow sou'wester with copper wire.", "I look for the sou'wester of Aurelio.", "Hm."],
    ],
    { secret },
  );
  expect(audit.notes).toEqual([
    {
      kind: "knows-untold",
      turn: 2,
      seat: 0,
      note: expect.stringContaining("only Alex was told in turn 1"),
      quote: "Look for a yellow sou'wester with copper wire.",
    },
  ]);
  expect(audit).toMatchObject({ broken: true, why: ["players knew what they were not told (1 time)"] });
});

test("what its owner has said aloud, and single words, do not count", () => {
  expect(
    kinds(
      [
        ["Hm.", "Hm.", "Hm."],
        [
          "Hm.",
          "There's a yellow sou'wester by the crypt door, with Aurelio in its collar in copper wire.",
          "Hm.",
        ],
        ["A yellow sou'wester with copper wire? Aurelio's?", "Hm.", "Hm."],
      ],
      { secret },
    ),
  ).toEqual([]);
  expect(
    kinds(
      [
        ["Hm.", "Hm.", "Hm."],
        ["What a yellow sky.", "Hm.", "I follow the wire."],
      ],
      { secret },
    ),
  ).toEqual([]);
});

/** Told to Alex; Sam says this a turn later. */
const knows = (told: string, says: string) =>
  kinds(
    [
      ["Hm.", "Hm.", "Hm."],
      [says, "Hm.", "Hm."],
    ],
    { secret: told },
  ).length > 0;

test("three words count if they are a fifth of it; with a name, two", () => {
  const fifteen =
    "Copper wire, yellow collar, crypt, lantern, heron, brine, oilskin, sexton, gravel, thimble, walnut, pewter, juniper.";
  expect(knows(fifteen, "Copper, brine and walnut.")).toBe(true);
  expect(knows(`${fifteen.slice(0, -1)}, saffron.`, "Copper, brine and walnut.")).toBe(false);
  expect(knows(fifteen, "Copper and brine.")).toBe(false);
  expect(knows("Copper wire, yellow collar, crypt.", "Copper in a crypt.")).toBe(false);
  expect(knows("Copper wire, yellow collar, of one Aurelio.", "I ask for Aurelio.")).toBe(false);
  expect(knows("Copper wire, yellow collar, of one Aurelio.", "I ask Aurelio for copper.")).toBe(true);
});

test("two who speak at once cannot have heard it from each other", () => {
  expect(
    kinds(
      [
        ["Hm.", "Hm.", "Hm."],
        ["A yellow sou'wester with copper wire.", "A yellow sou'wester with copper wire.", "Hm."],
      ],
      { secret },
    ),
  ).toEqual([["knows-untold", 0, 2]]);
});

test("one slip is noted, two break the session; deciding for others breaks it as a habit", () => {
  const slip = ["As an AI, I pass.", "Hm.", "Hm."];
  expect(played([slip, ["Hm.", "Hm.", "Hm."]]).broken).toBe(false);
  expect(played([slip, slip])).toMatchObject({ broken: true, why: ["players broke the fiction (2 times)"] });
  const bossy = ["Alex opens the door.", "Hm.", "Hm."];
  const calm = ["Hm.", "Hm.", "Hm."];
  expect(played([bossy, bossy]).broken).toBe(false);
  expect(played([bossy, bossy, bossy]).broken).toBe(true);
  expect(played([bossy, bossy, bossy, ...Array.from({ length: 7 }, () => calm)]).broken).toBe(true);
  expect(played([bossy, bossy, bossy, ...Array.from({ length: 8 }, () => calm)]).broken).toBe(false);
});

const times = (count: number, said: readonly Said[]) => Array.from({ length: count }, () => said);

test("quirks that were drawn and do not show, or show all the time, are out of archetype", () => {
  const deaf = played(times(8, [{ says: "Fine.", quirk: true }, "Hm.", "Hm."]), {
    archetypes: ["questioner", "engaged", "engaged"],
  });
  expect(deaf.notes.map(({ kind, note }) => [kind, note])).toContainEqual([
    "out-of-archetype",
    "The quirk of questioner was requested in 8 turns and appears in 0.",
  ]);
  const always = played(times(12, ["Is the door still locked? Who has the key?", "Hm.", "Hm."]), {
    archetypes: ["questioner", "engaged", "engaged"],
  });
  expect(always.notes.map(({ kind, seat }) => [kind, seat])).toEqual([["out-of-archetype", 0]]);
  expect(always.broken).toBe(false);
  expect(
    kinds(times(12, ["Shall we open the door?", "Hm.", "Hm."]), {
      archetypes: ["questioner", "engaged", "engaged"],
    }),
  ).toEqual([]);
});

test("no rule detects a joke, and off the story quirks are not checked", () => {
  const audit = played(
    times(8, [{ says: "Fine.", quirk: true }, { says: "Fine.", quirk: true, offTopic: "medium" }, "Hm."]),
    { archetypes: ["joker", "drifter", "engaged"] },
  );
  expect(audit.players[0]!.shown).toBeNull();
  expect(audit.players[1]!.shown).toEqual({ whenDrawn: 0, askedFor: 0, otherwise: 0, notAskedFor: 0 });
  expect(audit.notes.filter(({ kind }) => kind === "out-of-archetype")).toEqual([]);
});

test("dice far from the archetype's rate are noted, with an exact interval; normal scatter is not", () => {
  const [player] = played(times(20, [{ says: "Fine.", quirk: true }, "Hm.", "Hm."])).players;
  expect(player).toMatchObject({ turns: 20, drawn: 20, expectedRate: 0.2 });
  expect(player!.drawnInterval[0]).toBeCloseTo(0.8316, 3);
  expect(kinds(times(20, [{ says: "What do I see?", quirk: true }, "Hm.", "Hm."]))).toEqual([
    ["quirk-rate", 0, undefined],
  ]);
  expect(
    kinds([
      ...times(8, [{ says: "What do I see?", quirk: true }, "Hm.", "Hm."]),
      ...times(12, ["Hm.", "Hm.", "Hm."]),
    ]),
  ).toEqual([]);
  // With three players and a rate of 20 %, ten of twenty is chance, eleven is not.
  const drawn = (count: number) =>
    kinds([
      ...times(count, [{ says: "What do I see?", quirk: true }, "Hm.", "Hm."]),
      ...times(20 - count, ["Hm.", "Hm.", "Hm."]),
    ]);
  expect([drawn(10), drawn(11)]).toEqual([[], [["quirk-rate", 0, undefined]]]);
});
