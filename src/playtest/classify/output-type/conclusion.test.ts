import { expect, test } from "vitest";
import { classifyByRules } from "../classify-by-rules.ts";
import { exampleInput, exampleStory } from "../../../../tests/support/playtest/example-input.ts";

const concluded = (text: string) => classifyByRules(exampleInput({ text })).concluded;

test.each([
  "The sea is calm.\n\n[[END]]",
  "The sea is calm.\n\nThe End.",
  "The sea is calm.\n\nThe End.\n\nThank you all for playing!",
  "The sea is calm.\n\nThe End.\n\nWould you like to play another story?",
  "The bell is silent, and here your story ends. Your story is complete.",
  "You go home. Thank you for playing.",
  exampleStory.endings[0]!.text!,
  `You cut the rope. ${exampleStory.endings[1]!.text!}`,
])("an end: %s", (text) => {
  expect(concluded(text)).toBe(true);
});

test.each([
  "The end of the rope is wet.",
  "The End.\n\nOr is it?",
  "The End.\n\nWhat do you do?",
  '"Your story ends here!" the captain snarls.',
  '"The End."',
  "If you fail, your story ends here.",
  "This is not where your story ends.",
  "The sign says [[END]] in red.",
  "Fin cuts the water beside the boat.",
  `${exampleStory.pulses[2]!.text[0]} What do you do?`,
  `${exampleStory.endings[0]!.text!} What do you do?`,
  "",
])("not an end: %s", (text) => {
  expect(concluded(text)).toBe(false);
});

test("no pulse of the guide is classified as an end", () => {
  expect(exampleStory.pulses.flatMap(({ text }) => text).filter(concluded)).toEqual([]);
});
