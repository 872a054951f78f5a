import { expect, test } from "vitest";
import { exampleInput, exampleStory } from "../../../../tests/support/playtest/example-input.ts";
import { featuresOf } from "./output-features.ts";

const [arrival, innkeeper] = exampleStory.pulses;
const features = (text: string, given: Parameters<typeof exampleInput>[0] = {}) =>
  featuresOf(text, exampleInput({ text, ...given }));

test("a choice counts once: the same question again is not new", () => {
  const text = "A shutter bangs. Do you accept her terms, or ask what she fears?";
  expect(features(text).choice).toBe("Do you accept her terms, or ask what she fears?");
  expect(features(text, { earlier: ["You could accept her terms or ask what she fears."] }).choice).toBe("");
});

test.each([
  ["spoken by somebody", '"What do you want?" she asks.'],
  ["in speech that goes on", 'She turns. "Well? What do you want?"'],
  ["long before the end", "What do you want? You are cold. The rain goes on. Nobody comes."],
  ["to nobody", "Rain? Snow? Hail?"],
])("not a choice: a question %s", (_, text) => {
  expect(features(text).choice).toBe("");
});

test("the group's own words are recognised, unless the story used them first", () => {
  const relay = 'There is also "my aunt ran a tighter ship", thanks to Jo.';
  const text = "“My aunt ran a tighter ship” goes round the taproom.";
  expect(features(text, { relay }).quoted).toBe("my aunt ran a");
  expect(features(text, { relay, earlier: ["My aunt ran a tighter ship, says Orla."] }).quoted).toBe("");
  expect(features("You climb up to the roof.", { relay: "We climb up to the roof." }).quoted).toBe("");
});

test("a joke belongs neither to the guide nor to the story so far", () => {
  expect(
    features("Orla laughs about the burrito and the bell.", { relay: "Does the bell taste like a burrito?" })
      .joke,
  ).toEqual(["burrito"]);
});

test("names of the guide are new once", () => {
  expect(features("Orla Penhale waits at the Gannet.").newNames).toEqual(["the Gannet", "Orla Penhale"]);
  expect(features("Orla Penhale waits at the Gannet.", { earlier: ["Orla Penhale nods."] }).newNames).toEqual(
    ["the Gannet"],
  );
});

test("a pulse of the guide is counted once", () => {
  expect(features(innkeeper!.text[0]!).pulse).toMatchObject({ title: "The Innkeeper's Bargain", overlap: 1 });
  expect(features(innkeeper!.text[0]!, { told: ["innkeeper"] })).toMatchObject({
    pulse: undefined,
    again: { id: "innkeeper" },
  });
  expect(features(arrival!.text[1]!).pulse?.title).toBe("The Empty Platform");
  expect(features("A low door stands in the cliff.").pulse).toBeUndefined();
});

test("novelty is measured against the last outputs, and not for a few words", () => {
  expect(features(innkeeper!.text[0]!, { earlier: [arrival!.text[0]!] }).novelty).toBeGreaterThan(0.8);
  expect(features(innkeeper!.text[0]!, { earlier: innkeeper!.text }).novelty).toBe(0);
  expect(features("Rain.").novelty).toBe(0.5);
});

test.each([
  ["Is the door locked?", true],
  ["Jo asks whether the door is locked.", true],
  ["Jo wants to know what the bell is made of.", true],
  ["Jo would like to ask Orla Penhale who is waiting for them.", true],
  ["We open the door.", false],
  ["", false],
])("a question in the relay: %s %s", (relay, asked) => {
  expect(features("Yes.", { relay }).asked).toBe(asked);
});
