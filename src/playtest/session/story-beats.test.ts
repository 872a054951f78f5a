import { expect, test } from "vitest";
import type { Classification } from "../../contract/index.ts";
import { exampleInput, exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { classifyByRules } from "../classify/index.ts";
import { beatOf } from "./story-beats.ts";

const guide = exampleStory;
const [arrival, innkeeper, chapel] = guide.pulses as [Pulse, Pulse, Pulse];
type Pulse = (typeof guide.pulses)[number];

/** As in a session: classified, then counted. */
function beat(
  text: string,
  { told = [], model = {} }: { told?: string[]; model?: Partial<Classification> } = {},
) {
  const classification = {
    ...classifyByRules(exampleInput({ text, told, relay: "We go on.", earlier: [] })),
    ...model,
  };
  return beatOf({ classification, narration: text, guide, told });
}

test("the guide's pulses count one after the other, each once", () => {
  expect(beat(arrival.text[0]!)).toEqual({ pulse: 1, guidePulse: "arrival" });
  expect(beat(`${innkeeper.text[0]} What do you tell her?`, { told: ["arrival"] })).toEqual({
    pulse: 2,
    guidePulse: "innkeeper",
  });
  expect(beat(`${innkeeper.text[0]} What do you tell her?`, { told: ["arrival", "innkeeper"] })).toEqual({});
  expect(beat(arrival.text[1]!, { told: ["arrival"] })).toEqual({});
});

test("a repeated beat does not count, even if the narrator or a model calls it one", () => {
  expect(beat(`[[PULSE: The Innkeeper's Bargain]]\n${innkeeper.text[0]}`, { told: ["innkeeper"] })).toEqual(
    {},
  );
  expect(beat(`[[PULSE: Something New]]\n${innkeeper.text[0]}`, { told: ["innkeeper"] })).toEqual({});
  expect(
    beat(innkeeper.text[0]!, { told: ["innkeeper"], model: { type: "pulse", title: "a stern woman" } }),
  ).toEqual({});
});

test("a beat of the narrator's own is counted separately", () => {
  const own =
    "You follow the cliff path until it ends at a low door. Beyond it a stair goes down into the dark, and warm air rises from it, smelling of tallow and wet dogs. Somebody has chalked a row of numbers on the lintel, and the last one is still damp. Do you go down, or wait for whoever wrote it?";
  expect(beat(own, { told: ["arrival"] })).toEqual({ ownBeat: true });
});

test.each([
  [
    "banter",
    'The finest "cat on the remote" that ever was hung for years in a barber\'s shop. A museum has one behind glass, labelled upside down. What would you have painted on the lid?',
  ],
  [
    "a refusal",
    "I hear you, and I understand what you mean to do. For now, nothing changes. Do you keep to what you had in mind?",
  ],
  [
    "nothing",
    "You wait a little, and then a little more. What you see is what you saw. How do you go on from here?",
  ],
  ["an end", `${chapel.text[0]}\n\nThe End.`],
])("not a beat: %s", (_, text) => {
  expect(beat(text)).toEqual({});
});

test("two beats with one title are told one after the other, and a title that contains a slash is one title", () => {
  const twice = {
    ...guide,
    pulses: [arrival, { ...innkeeper, title: arrival.title }, { ...chapel, title: "Fire / Water" }],
  };
  const called = (title: string, told: string[]) =>
    beatOf({
      classification: {
        ...classifyByRules(exampleInput({ text: "They walk on.", told, relay: "We go on.", earlier: [] })),
        type: "pulse",
        title,
      },
      narration: "They walk on.",
      guide: twice,
      told,
    });
  expect(called(arrival.title, [])).toEqual({ pulse: 1, guidePulse: arrival.id });
  expect(called(arrival.title, [arrival.id])).toEqual({ pulse: 2, guidePulse: innkeeper.id });
  expect(called("Fire / Water", [arrival.id])).toEqual({ pulse: 2, guidePulse: chapel.id });
});
