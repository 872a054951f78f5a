import { expect, test } from "vitest";
import type { SessionConfig, Tangent } from "../../contract/index.ts";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { newSession, type SessionState } from "../session/index.ts";
import { timeline, turnTitle } from "./timeline.ts";

const [arrival, innkeeper] = exampleStory.pulses;
const outcome =
  "You take the cliff path, and the street falls quiet behind you. The wind is at your back all the way, and nobody says a word.";
const tangent: Tangent = {
  startTurn: 3,
  endTurn: 4,
  length: 1,
  initiator: "Sam",
  type: "humour",
  intensity: "light",
  recoveryMethod: "hook",
  reached: true,
  woven: "woven",
  segue: "“Burrito” goes round. A shutter bangs.",
};

function entries(given: Partial<SessionState>) {
  const config = { storyGuide: exampleStory, group: { players: [] } } as unknown as SessionConfig;
  const records = given.records ?? [];
  return timeline({ ...newSession({ sessionId: "s", config }), turn: records.at(-1)?.turn ?? 0, ...given });
}

const told = (
  turn: number,
  pulse: number,
  { id, title, text }: (typeof exampleStory.pulses)[number],
  before = "",
) =>
  exampleRecord({
    turn,
    pulse,
    guidePulse: id,
    text: `${before === "" ? "" : `${before}\n\n`}${text[0]}\n\nWhere do you go?`,
    classification: { type: "pulse", title },
    relay: "We go on.",
  });

test("a turn is called after what it tells of the guide, else as it was classified", () => {
  const talk = exampleRecord({ turn: 4, classification: { type: "clarification", title: "Which door?" } });
  const [ending] = exampleStory.endings;
  const end = {
    ...exampleRecord({
      turn: 9,
      text: ending!.text!,
      classification: { type: "pulse", title: "Farewell" },
    }),
    ending: { outcome: "completed", why: "" } as const,
  };
  const named = { ...told(3, 1, arrival!), guidePulse: undefined };
  expect(
    [
      told(3, 1, arrival!),
      { ...named, classification: { ...named.classification, title: "A Train" } },
      talk,
      end,
    ].map((record) => turnTitle(record, exampleStory)),
  ).toEqual(["The Empty Platform", "A Train", "Which door?", ending!.title]);
});

test("pulses have their counted number and the guide's titles", () => {
  const records = [told(3, 1, arrival!), exampleRecord({ turn: 4 }), told(5, 2, innkeeper!)];
  expect(entries({ records }).map(({ turn, type, title }) => ({ turn, type, title }))).toEqual([
    { turn: 3, type: "pulse", title: "Pulse 1 - The Empty Platform" },
    { turn: 5, type: "pulse", title: "Pulse 2 - The Innkeeper's Bargain" },
  ]);
});

test.each<[string, Partial<Tangent>, RegExp, number]>([
  ["was recovered", {}, /light\)\.$/, 2],
  [
    "was dropped by the group",
    { recoveryMethod: "none", woven: "unknown" },
    /came back to the story by itself/,
    1,
  ],
  ["was never left", { endTurn: undefined, recoveryMethod: "none", woven: "unknown" }, /was not resumed/, 1],
  [
    "was the last thing",
    { startTurn: 9, endTurn: undefined, recoveryMethod: "none", woven: "unknown" },
    /The session ended with it/,
    1,
  ],
])("a tangent that %s", (_, given, says, count) => {
  const found = entries({ records: [exampleRecord({ turn: 9 })], tangents: [{ ...tangent, ...given }] });
  expect(found).toHaveLength(count);
  expect(found[0]).toMatchObject({
    type: "tangent",
    turn: given.startTurn ?? 3,
    endTurn: "endTurn" in given ? 9 : 4,
    content: expect.stringMatching(says),
  });
});

test("a story told to its end ends with its conclusion; an unfinished one does not", () => {
  const [, tide] = exampleStory.endings;
  const last = exampleRecord({
    turn: 9,
    text: `${outcome}\n\n${tide!.text}\n\nThe End.`,
    classification: { concluded: true },
    ending: { outcome: "completed", why: "the end" },
  });
  expect(entries({ records: [told(8, 1, arrival!), last] }).at(-1)).toEqual({
    turn: 9,
    endTurn: 9,
    type: "conclusion",
    title: "Conclusion - The Tide Keeps Them",
    content: `${tide!.text}\n\nThe End.`,
  });
  const own = exampleRecord({
    turn: 9,
    text: "They all go home. The End.",
    classification: { concluded: true },
    ending: { outcome: "completed", why: "the end" },
  });
  expect(entries({ records: [own] })).toMatchObject([
    { title: "Conclusion", content: "They all go home. The End." },
  ]);
  expect(entries({ records: [{ ...own, ending: { outcome: "timeout", why: "so long" } }] })).toEqual([]);
});
