import { expect, test } from "vitest";
import { exampleInput, exampleStory } from "../../../tests/support/example-input.ts";
import { classifierMessages } from "./classifier-prompt.ts";

test("a model is told what each pulse is about, in short: narrators rarely say its title", () => {
  const long = `${"The tide comes in. ".repeat(20)}And nobody reads so far.`;
  const guide = {
    ...exampleStory,
    pulses: exampleStory.pulses.map((pulse, index) => (index === 1 ? { ...pulse, summary: long } : pulse)),
  };
  const content = classifierMessages(exampleInput({ text: "Rain.", guide }), [{ start: 0, end: 5 }])[0]!
    .content;
  expect(content).toContain('- "Beneath the Chapel": The bell hangs in the flooded crypt.');
  expect(content).toContain('- "The Innkeeper\'s Bargain": The tide comes in.');
  expect(content).not.toContain("nobody reads so far");
});
