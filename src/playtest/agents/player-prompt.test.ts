/** A player's prompt: what they heard and did, their own notes, and the dice. */
import { expect, test } from "vitest";
import type { PlayerAgent, PlayerTurn, TurnRecord } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { playerAgainPrompt, playerPrompt, type PlayerPromptOptions } from "./player-prompt.ts";

const names = ["Sam", "Alex", "Jo"];
const playerAt = (seat: number) =>
  ({ seat, archetype: "curious", name: names[seat], systemPrompt: `You are ${names[seat]}.` }) as PlayerAgent;
const draw: PlayerPromptOptions["draw"] = { quirk: false, mood: "keen" };

function recordOf(turn: number, own: Partial<PlayerTurn> = {}, more: Partial<TurnRecord> = {}): TurnRecord {
  const record = exampleRecord({
    turn,
    text: `The tide of day ${turn} comes in.`,
    players: names.map((name) => `${name} waits, ${turn}.`),
    relay: `We wait, ${turn}.`,
  });
  const players = record.players.map((player) => (player.seat === 0 ? { ...player, ...own } : player));
  return { ...record, players, ...more };
}

const ask = (
  records: readonly TurnRecord[],
  { seat = 0, ...over }: Partial<PlayerPromptOptions> & { seat?: number } = {},
) =>
  playerPrompt({
    player: playerAt(seat),
    names,
    records,
    now: { turn: records.length + 1, phase: "story", narration: "It is dark.", told: "" },
    draw,
    sharing: { keeps: [], first: true },
    ...over,
  });
const textOf = ({ messages }: ReturnType<typeof ask>) => messages.map(({ content }) => content).join("\n");
const last = (prompt: ReturnType<typeof ask>) => prompt.messages.at(-1)!.content;

const noted = (turn: number) => recordOf(turn, { remember: `Note of turn ${turn}.` });
const turns = (count: number, make: (turn: number) => TurnRecord = recordOf) =>
  Array.from({ length: count }, (_, index) => make(index + 1));

test("the newest twelve notes from before the window return with their turn, to their author only", () => {
  const records = turns(32, noted);
  const prompt = ask(records);
  // 24 turns are out of the window: their words are gone, their notes are not.
  expect(textOf(prompt)).not.toContain("The tide of day 24 comes in.");
  expect(last(prompt)).toContain("Your own notes from earlier:\n- turn 13: Note of turn 13.");
  expect(last(prompt)).toContain("- turn 24: Note of turn 24.");
  expect(last(prompt)).not.toContain("Note of turn 12.");
  // Notes of turns inside the window appear once, where they were made.
  expect(textOf(prompt).split("Note of turn 30.")).toHaveLength(2);
  expect(last(prompt)).not.toContain("Note of turn 30.");
  for (const seat of [1, 2]) expect(textOf(ask(records, { seat }))).not.toContain("Note of turn");
});

test("private tellings from before the window return, to their player only", () => {
  const text = "You alone see a mark.";
  const verdict = { type: "private-moment", confidence: 1, source: "rules", evidence: "" } as const;
  const told = recordOf(2, {}, { narrator: { text, model: "m", finish: "stop" } });
  const records = turns(16).with(1, {
    ...told,
    classification: {
      ...told.classification,
      segments: [{ ...verdict, start: 0, end: text.length, audience: [0] }],
    },
  });
  expect(last(ask(records))).toContain(`What only you were told, earlier:\n- turn 2: ${text}`);
  for (const seat of [1, 2]) expect(textOf(ask(records, { seat }))).not.toContain(text);
});

test("the others' words are heard in the next turn: answers, revealed secrets, reactions, and the relay", () => {
  const before = recordOf(
    1,
    { shares: { turn: 1, telling: "I was told of a key." }, private: { answer: "Hush.", share: false } },
    { crossTalk: [{ seat: 2, says: "You would say that, Sam.", offTopic: "none" }] },
  );
  const heard = last(ask([before], { seat: 1 }));
  for (const line of [
    "Sam (at the table): Sam waits, 1.",
    "Sam (at the table): I was told of a key.",
    "Jo (at the table): You would say that, Sam.",
    "The group to the narrator: We wait, 1.",
  ])
    expect(heard).toContain(line);
  expect(heard).not.toContain("Hush.");
  // A player who reacted remembers it as their own.
  expect(last(ask([before], { seat: 2 }))).toContain("You added: You would say that, Sam.");
});

const sharing = (told: string, sharing: PlayerPromptOptions["sharing"]) =>
  last(ask([], { now: { turn: 5, phase: "story", narration: "It is dark.", told }, sharing }));

test.each([
  [
    "told now, tells it",
    "A key.",
    { tells: { turn: 5, content: "A key." }, keeps: [], first: true },
    [/Now you tell the others, .*: "A key\."/],
    [/Keep to yourself/],
  ],
  [
    "told now, keeps it",
    "A key.",
    { keeps: ["A key."], first: true },
    [/Keep to yourself this turn.*: "A key\."/],
    [/you tell the others/],
  ],
  [
    "told before, tells it",
    "",
    { tells: { turn: 3, content: "[To Ada only] A key." }, keeps: [], first: false },
    [/Now you tell the others, .*: "A key\."/],
    [/Keep to yourself/, /Answer it in "private"/],
  ],
  [
    "told before, keeps it",
    "",
    { keeps: ["A key."], first: false },
    [/Keep to yourself/],
    [/you tell the others/],
  ],
  [
    "tells one, keeps another",
    "",
    { tells: { turn: 3, content: "A key." }, keeps: ["A door.", "B".repeat(200)], first: false },
    [/Now you tell the others, .*: "A key\."/, /Keep to yourself this turn.*: "A door\."; "B+ …"\./],
    [],
  ],
  [
    "knows nothing",
    "",
    { keeps: [], first: true },
    [],
    [/you tell the others/, /Keep to yourself/, /private/],
  ],
] as const)("about secrets, the dice give one instruction: %s", (_, told, given, has, hasNot) => {
  const text = sharing(told, given).split("This turn: ")[1]!;
  for (const form of has) expect(text).toMatch(form);
  for (const form of hasNot) expect(text).not.toMatch(form);
});

test("a rephrase request contains the answer, the revealing sentences, and the same turn", () => {
  const prompt = ask([]);
  const reply = {
    says: "It is 4417.",
    wants: "go",
    offTopic: "none" as const,
    private: "Yes.",
    tells: null,
    remember: null,
  };
  const again = playerAgainPrompt(prompt, { reply, withheld: ["It is 4417."] });
  expect(again.messages.slice(0, -2)).toEqual(prompt.messages);
  expect(JSON.parse(again.messages.at(-2)!.content)).toEqual(reply);
  expect(again.messages.at(-1)!.content).toContain('"It is 4417." would give away what only you were told');
});
