import { expect, test } from "vitest";
import type { Classification } from "../../contract/index.ts";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { beatOf, beatsMeasured } from "./story-beats.ts";

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
