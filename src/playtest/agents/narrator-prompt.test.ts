import { expect, test } from "vitest";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { story, type SessionConfig, type Story, type TurnRecord } from "../../contract/index.ts";
import { narratorHistory, narratorInstructions } from "./narrator-prompt.ts";

const hooks: Story["privateHooks"] = {
  joker: [
    {
      id: "whistle",
      at: "arrival",
      payoffAt: "innkeeper",
      reveal: "{name}, a tin whistle lies under the bench.",
      payoff: "{name} blows the whistle and the taproom laughs.",
    },
  ],
  curious: [
    {
      id: "ledger",
      at: "arrival",
      payoffAt: "chapel",
      reveal: "{name}, the ledger has your surname in it.",
      payoff: "The ledger is opened before {name}.",
    },
  ],
};
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

type Given = { guidePulse?: string; told?: string; relay?: string | null };
const record = (turn: number, { guidePulse, told, relay = `We go on, ${turn}.` }: Given = {}) =>
  ({
    turn,
    phase: turn <= 2 ? "creation" : "story",
    narrator: { text: `Output ${turn}.` },
    guidePulse,
    players: players.map(({ seat, name }) => ({
      seat,
      says: `${name} speaks in ${turn}.`,
      ...(seat === 0 && told !== undefined && { private: { answer: told, share: false } }),
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

test.each([
  ["notes", config],
  ["full", full],
])(
  "%s: commitments are listed with the titles of beats, and a guide without any has no heading",
  (_, from) => {
    const commitments: Story["commitments"] = [
      { must: "Orla tells who rang the bell." },
      { mustNever: "open the chapel before dusk" },
      { before: ["arrival", "the rope is cut"] },
    ];
    const listed = `## Commitments (keep every one)
- Must: Orla tells who rang the bell.
- Must never: open the chapel before dusk
- Before: The Empty Platform comes before the rope is cut
`;
    const front = narratorInstructions({ ...from, storyGuide: { ...guide, commitments } });
    expect(front).toContain(`\n${listed}`);
    expect(front.replace(listed, "")).toBe(narratorInstructions(from));
  },
);

test("the turn's notes contain the last beat, the next one and a preview, and nothing of the others", () => {
  const { last } = asked([...begun, record(3, { guidePulse: "arrival" })]);
  expect(last).toContain("turn 4 of at most 40");
  expect(last).toContain("Beats told: 1. Still to tell: 2, 3.");
  expect(last).toContain("Turns left after this one: 36.");
  expect(last).toMatch(/Beat 1, "The Empty Platform" .*: told last/);
  expect(last).toMatch(/Beat 2, "The Innkeeper's Bargain" .*: next to tell/);
  expect(last).toContain("- if they ask: The boat hook is tipped with old iron.");
  expect(last).toContain("  - accept her terms → You accept her terms");
  expect(last).toMatch(/Beat 3, "Beneath the Chapel" .*: the one after that/);
  expect(last).not.toContain("The rope is new hemp.");
  for (const { text } of guide.pulses) expect(last).not.toContain(text[0]);

  const later = asked([
    ...begun,
    record(3, { guidePulse: "arrival" }),
    record(4, { guidePulse: "innkeeper" }),
  ]);
  expect(later.last).toContain('Beat 2, "The Innkeeper');
  expect(later.last).not.toContain("Beat 1,");
  // A skipped beat is not offered again.
  const skipped = asked([...begun, record(3, { guidePulse: "innkeeper" })]);
  expect(skipped.last).toContain("Passed over: 1.");
  expect(skipped.last).toMatch(/Beat 3, "Beneath the Chapel" .*: next to tell/);
});

test("a private hook names its player, is left out without such a player, and pays off only if it was told", () => {
  const first = asked(begun).last;
  expect(first).toContain("for Sam alone, privately: Sam, a tin whistle lies under the bench.");
  expect(first).not.toContain("ledger");
  const kept = asked([...begun, record(3, { guidePulse: "arrival" })]).last;
  expect(kept).toContain("for Sam alone, privately");
  expect(kept).not.toContain("blows the whistle");
  const told = asked([...begun, record(3, { guidePulse: "arrival", told: "I keep it." })]).last;
  expect(told).not.toContain("for Sam alone, privately");
  expect(told).toContain("pay off what Sam alone was told: Sam blows the whistle and the taproom laughs.");
});

test("endings appear near the end, by beats or by turns, and never with their text", () => {
  const more = [...guide.pulses, ...guide.pulses].map((pulse, index) => ({ ...pulse, id: `beat-${index}` }));
  const long = { ...config, storyGuide: { ...guide, pulses: more } };
  expect(asked(begun, long).last).not.toContain("The Tide Keeps Them");
  expect(asked(begun, { ...long, maxTurns: 8 }).last).toContain('ending "The Tide Keeps Them"');
  const all = [...begun, ...guide.pulses.map(({ id }, index) => record(index + 3, { guidePulse: id }))];
  const { last } = asked(all);
  expect(last).toContain("Every beat is told: bring the story to its end.");
  expect(last).toContain("when: The rope is cut. | gist: The bell slides into the deep water");
  expect(last).not.toContain("every shutter of the Gannet");
});

test.each([
  ["notes", config],
  ["full", full],
])("%s: characters are created by instruction, in the last message only", (_, from) => {
  expect(asked([], from).last).toMatch(/Greet the group, and ask how many players there are/);
  expect(asked(begun.slice(0, 1), from).last).toContain("Whom do you trust?");
  expect(asked(begun, from).last).toContain("Now begin the story, with its first beat, for Sam, Alex.");
  const later = asked([...begun, record(3)], from).messages.map(({ content }) => content);
  expect(later.join("\n")).not.toMatch(/Greet the group|Whom do you trust|Now begin/);
});

test.each([
  ["notes", config],
  ["full", full],
])(
  "%s: each player answers creation, the relay answers the story, and private answers are separate",
  (_, from) => {
    const { messages } = asked([...begun, record(3, { told: "I pocket the key." })], from);
    expect(messages[0]!.role).toBe("user");
    const contents = messages.map(({ content }) => content);
    expect(contents[2]).toBe("Sam: Sam speaks in 1.\nAlex: Alex speaks in 1.");
    expect(contents[6]).toBe("We go on, 3.");
    expect(contents[7]).toBe("[Sam, to you alone. The others do not hear this.]\nI pocket the key.");
  },
);

test("the history is append-only: everything but a turn's notes is unchanged in the next turn", () => {
  const records: TurnRecord[] = [];
  let before: string[] = [];
  for (let turn = 1; turn <= 12; turn++) {
    const contents = asked(records).messages.map(({ content }) => content);
    expect(contents.slice(0, before.length)).toEqual(before);
    before = contents.slice(0, -1);
    records.push(record(turn, { guidePulse: guide.pulses[turn - 3]?.id, told: `aside ${turn}` }));
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
