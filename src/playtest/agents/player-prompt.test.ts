/** A player's prompt: what they heard and did, their own notes, and the dice. */
import { expect, test } from "vitest";
import type { PlayerAgent, PlayerTurn, TurnRecord } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { playerPrompt, type PlayerPromptOptions } from "./player-prompt.ts";

const names = ["Sam", "Alex", "Jo"];
const playerAt = (seat: number) =>
  ({ seat, archetype: "curious", name: names[seat], systemPrompt: `You are ${names[seat]}.` }) as PlayerAgent;
const draw: PlayerPromptOptions["draw"] = { quirk: false, moodIsNew: false, mood: "keen" };

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
    knows: [],
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

test("the others' words are heard in the next turn: answers, reactions, and the relay; private answers are not", () => {
  const before = recordOf(
    1,
    { says: "I was told of a key.", tells: [1], private: { answer: "Hush." } },
    { crossTalk: [{ seat: 2, says: "You would say that, Sam.", offTopic: "none" }] },
  );
  const heard = last(ask([before], { seat: 1 }));
  for (const line of [
    "Sam (at the table): I was told of a key.",
    "Jo (at the table): You would say that, Sam.",
    "The group to the narrator: We wait, 1.",
  ])
    expect(heard).toContain(line);
  expect(heard).not.toContain("Hush.");
  // A player who reacted remembers it as their own.
  expect(last(ask([before], { seat: 2 }))).toContain("You added: You would say that, Sam.");
});

const now = (told: string) => ({ turn: 5, phase: "story" as const, narration: "It is dark.", told });
const knows = [
  { turn: 2, content: "A key\nof brass." },
  { turn: 3, content: `A door, ${"green ".repeat(80)}` },
  { turn: 5, content: "A cellar." },
];

test("what only they know is listed with its turn, and long items are cut; nothing tells them what to do with it", () => {
  const text = last(ask([], { now: now("A cellar."), knows }));
  expect(text).toMatch(
    /Only you know this\..* as you would:\n- turn 2: A key of brass\.\n- turn 3: A door, .{200,300} \[… cut here.*\]\n- turn 5 /,
  );
  // What they were told just now is in front of them.
  expect(text.split("A cellar.")).toHaveLength(2);
  expect(text).toContain('Answer it in "private", or let it be.');
  expect(text).not.toMatch(/keep to yourself|you tell the others/i);
  const nothing = last(ask([], { now: now("") }));
  expect(nothing).not.toMatch(/Only you know|private/);
});
