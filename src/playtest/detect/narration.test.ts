import fc from "fast-check";
import { expect, test } from "vitest";
import { narration } from "./narration.ts";
import { sentences } from "./sentences.ts";

const told = (text: string) => narration(text).told.replaceAll(/\s+/g, " ").trim();

test.each([
  ['"The door is open," says Marsh.', "says Marsh.", ["The door is open,"]],
  ["“Run!” Marsh shouts.", ". Marsh shouts.", ["Run!"]],
  ["He says, 'The door is open.' It is not.", "He says, . It is not.", ["The door is open."]],
  ["It's Obed's door, isn't it", "It's Obed's door, isn't it", []],
  ["The sailors' boots are wet. 'Tis late, and the sailors' wives wait.", "The sailors' boots are wet. 'Tis late, and the sailors' wives wait.", []],
  ['He begins: "I never\nThe door is open.', "He begins: The door is open.", ["I never"]],
  ["**The door** is _open_.", "The door is open .", []],
  ["Mr. Marsh waits.", "Mr Marsh waits.", []],
])("what the narrator says themselves in %j", (text, expected, speech) => {
  expect(told(text)).toBe(expected);
  expect(narration(text).speech).toEqual(speech);
});

test("places stay what they were", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."ab '\"“”‘’.,!?\n*Mr"), maxLength: 200 }), (text) => narration(text).told.length === text.length));
});

test("sentences end with their mark or their line, and know where they stand", () => {
  const text = "You wait. Nothing… Then:\na bell!  Who rings?";
  expect(sentences(text).map((sentence) => sentence.text.trim())).toEqual(["You wait.", "Nothing…", "Then:", "a bell!", "Who rings?"]);
  for (const sentence of sentences(text)) expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
});

test("a run without an end is cut", () => {
  expect(Math.max(...sentences("word ".repeat(10_000)).map((sentence) => sentence.text.length))).toBeLessThanOrEqual(600);
});
