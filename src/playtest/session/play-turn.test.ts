import { expect, test } from "vitest";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { mechanicalIssues, beatOf, beatsMeasured } from "./play-turn.ts";
import type { Classification } from "../../contract/index.ts";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";

test.each([
  ["a turn in which nobody looked for beats is not a stall", undefined, []],
  ["a turn in which somebody looked and found none may be one", [], ["stuck"]],
])("%s", (_, beats, expected) => {
  const lines = [
    "The rain goes on.",
    "A clock strikes.",
    "Somebody coughs.",
    "The fire burns low.",
    "It is late.",
  ];
  const state = exampleSession(lines.map((text) => ({ text, classification: { beats } })));
  const text = "A gull cries outside, and nobody says a word.";
  const { classification } = exampleRecord({ turn: 6, text, classification: { beats } });
  const issues = mechanicalIssues({ state, turn: 6, phase: "story", text, classification, beat: {} });
  expect(issues.map(({ kind }) => kind)).toEqual(expected);
});

const guide = exampleStory;
const [arrival, innkeeper, chapel] = guide.pulses as [Pulse, Pulse, Pulse];
type Pulse = (typeof guide.pulses)[number];

const beat = (
  titles: readonly string[],
  told: readonly string[] = [],
  { concluded = false, of = guide } = {},
) => beatOf({ classification: { beats: titles.map((title) => ({ title })), concluded }, guide: of, told });

test("the guide's pulses count one after the other, each once", () => {
  expect(beat([arrival.title])).toEqual({ pulse: 1, guidePulse: "arrival" });
  expect(beat(["Innkeeper’s Bargain"], ["arrival"])).toEqual({ pulse: 2, guidePulse: "innkeeper" });
  expect(beat([arrival.title, chapel.title, innkeeper.title], ["arrival"])).toEqual({
    pulse: 3,
    guidePulse: "innkeeper",
    alsoPulses: ["chapel"],
  });
  expect(beat([innkeeper.title], ["innkeeper"])).toEqual({});
});

test("a beat of the narrator's own counts separately, beside none of the guide's, and not as the end", () => {
  expect(beat(["A Low Door"], ["arrival"])).toEqual({ ownBeat: true });
  expect(beat(["A Low Door", chapel.title])).toEqual({ pulse: 1, guidePulse: "chapel" });
  expect(beat(["Farewell"], [], { concluded: true })).toEqual({});
  expect(beat([])).toEqual({});
});

test("two beats with one title are told one after the other, and a title that contains a slash is one title", () => {
  const of = {
    ...guide,
    pulses: [arrival, { ...innkeeper, title: arrival.title }, { ...chapel, title: "Fire / Water" }],
  };
  expect(beat([arrival.title], [arrival.id], { of })).toEqual({ pulse: 2, guidePulse: innkeeper.id });
  expect(beat(["Fire / Water"], [arrival.id], { of })).toEqual({ pulse: 2, guidePulse: chapel.id });
});

test.each<[string, Array<Classification["beats"]>, boolean]>([
  ["before the story", [], true],
  ["a model looks every turn, whatever it finds", [[], [{ title: "A Low Door", quote: "a low door" }]], true],
  ["markers with the guide's titles", [[{ title: arrival.title }], []], true],
  ["a turn without a marker", [[{ title: arrival.title }], undefined], false],
  ["one marker with another title", [[{ title: arrival.title }], [{ title: "A Low Door" }]], false],
  ["nobody named any", [undefined, undefined], false],
])("are beats measured: %s", (_, turns, expected) => {
  const records = [
    exampleRecord({ turn: 1, phase: "creation", classification: { beats: [] } }),
    ...turns.map((beats, index) => exampleRecord({ turn: index + 2, classification: { beats } })),
  ];
  expect(beatsMeasured(records, guide)).toBe(expected);
});
