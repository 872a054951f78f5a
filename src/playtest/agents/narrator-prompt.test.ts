import { expect, test } from "vitest";
import { exampleStory, whistle } from "../../../tests/support/playtest/example-input.ts";
import { story, type SessionConfig, type Story, type TurnRecord } from "../../contract/index.ts";
import { narratorHistory, narratorInstructions } from "./narrator-prompt.ts";

const hooks = { joker: [whistle] };
const guide: Story = { ...exampleStory, privateHooks: hooks };
const players = [
  { seat: 0, name: "Sam", archetype: "joker", characterForStory: "A dock clerk who lost a bet." },
  { seat: 1, name: "Alex", archetype: "follower", characterForStory: "A nurse on leave." },
];
const names = players.map(({ name }) => name);
const config = {
  systemPrompt: "You are the narrator. Be brief.\n",
  storyGuide: guide,
  group: { players, spokesperson: 1, size: 2 },
  guideForm: "notes",
  maxTurns: 40,
} as unknown as SessionConfig;
const full = { ...config, guideForm: "full" as const };

type Given = { guidePulse?: string; answer?: string; relay?: string | null };
const record = (turn: number, { guidePulse, answer, relay = `We go on, ${turn}.` }: Given = {}) =>
  ({
    turn,
    phase: turn <= 2 ? "creation" : "story",
    narrator: { text: `Output ${turn}.` },
    classification: { beats: [], segments: [{ start: 0, end: 8, audience: "all" }] },
    guidePulse,
    players: players.map(({ seat, name }) => ({
      seat,
      says: `${name} speaks in ${turn}.`,
      ...(seat === 0 && answer !== undefined && { private: { answer } }),
    })),
    ...(relay !== null && { relay: { seat: 1, text: relay } }),
  }) as unknown as TurnRecord;

function asked(records: TurnRecord[], from: SessionConfig = config) {
  const told = records.flatMap(({ guidePulse }) => guidePulse ?? []);
  const messages = narratorHistory({ names, config: from })({ records, turn: records.length + 1, told });
  return { messages, last: messages.at(-1)!.content };
}
const begun = [record(1, { relay: null }), record(2, { relay: null })];

test("the front starts with the prompt under test and contains facts, but no prose of the guide", () => {
  const front = narratorInstructions(config);
  expect(front.startsWith(config.systemPrompt)).toBe(true);
  expect(front).toContain("Orla Penhale: innkeeper | wants: wants the cove left alone");
  expect(front).toContain("1. The Empty Platform\n2. The Innkeeper's Bargain\n3. Beneath the Chapel");
  expect(front).toContain("- Sam, the joker: makes jokes, lightens the mood | character: A dock clerk");
  const tellings = [
    ...guide.pulses.flatMap(({ text, summary, details, choice }) => [
      ...text,
      summary,
      ...details,
      ...choice!.options.map(({ outcome }) => outcome),
    ]),
    ...guide.npcs.flatMap(({ lines }) => lines),
    ...guide.locations.map(({ description }) => description!),
    ...guide.endings.flatMap(({ title, text }) => [title, text!]),
    "tin whistle",
  ];
  for (const telling of tellings) expect(front).not.toContain(telling);
});

test("the history is append-only: everything but a turn's notes is unchanged in the next turn", () => {
  const records: TurnRecord[] = [];
  let before: string[] = [];
  for (let turn = 1; turn <= 12; turn++) {
    const contents = asked(records).messages.map(({ content }) => content);
    expect(contents.slice(0, before.length)).toEqual(before);
    before = contents.slice(0, -1);
    records.push(record(turn, { guidePulse: guide.pulses[turn - 3]?.id, answer: `aside ${turn}` }));
  }
});

test("full puts the whole guide into the instructions, without notes", () => {
  const front = narratorInstructions(full);
  for (const { summary } of guide.pulses) expect(front).toContain(summary);
  expect(front).not.toContain("Sam, the joker");
  expect(asked([...begun, record(3)], full).last).toBe("We go on, 3.");
  expect(narratorInstructions({ ...config, guideForm: undefined })).toBe(front);
});

test.each([
  ["notes", config],
  ["full", full],
])("%s: a text guide is included whole, and the turn's notes give the position in the story", (_, from) => {
  const text =
    "# The Drowned Bell\n\n## The Empty Platform\n\n  A bell rings.\tOnce.\n\n## The Inn\n\nOrla waits.\n";
  const authored = story.parse({
    version: 1,
    id: "bell",
    title: "The Drowned Bell",
    text,
    pulses: [
      { id: "platform", title: "The Empty Platform", summary: "A bell rings." },
      { id: "inn", title: "The Inn", summary: "Orla waits." },
    ],
  });
  const with_ = { ...from, storyGuide: authored };
  expect(narratorInstructions(with_)).toContain(text.trimEnd());
  if (from === full) return;
  const { last } = asked([...begun, record(3, { guidePulse: "platform" })], with_);
  expect(last).toContain("Beats told: 1. Still to tell: 2.");
  expect(last).toContain("Next to tell, once the group is done with the one before: 2. The Inn");
  expect(last).not.toContain("Orla waits");
  const untitled = { ...with_, storyGuide: { ...authored, pulses: [] } };
  expect(
    asked([...begun, record(3)], untitled)
      .last.split("\n")
      .slice(1),
  ).toEqual(["Turns left after this one: 36."]);
  expect(asked(begun, untitled).last).toContain("Now begin the story for Sam, Alex.");
});
