import fc from "fast-check";
import { expect, test } from "vitest";
import { narration, toldIn } from "./narration.ts";
import { read } from "./text.ts";
import { wordSpans } from "./words.ts";
import { sentences } from "./sentences.ts";

const told = (text: string) => narration(text).told.replaceAll(/\s+/g, " ").trim();

test.each([
  ['"The door is open," says Marsh.', "says Marsh.", ["The door is open,"]],
  ["“Run!” Marsh shouts.", ". Marsh shouts.", ["Run!"]],
  ["He says, 'The door is open.' It is not.", "He says, . It is not.", ["The door is open."]],
  ["It's Obed's door, isn't it", "It's Obed's door, isn't it", []],
  [
    "The sailors' boots are wet. 'Tis late, and the sailors' wives wait.",
    "The sailors' boots are wet. 'Tis late, and the sailors' wives wait.",
    [],
  ],
  ['He begins: "I never\nThe door is open.', "He begins: The door is open.", ["I never"]],
  ["**The door** is _open_.", "The door is open .", []],
  ["Mr. Marsh waits.", "Mr Marsh waits.", []],
  ["[[PULSE: The Tangent]]\nYou wait [[here]].", "You wait [[here]].", []],
])("what the narrator says themselves in %j", (text, expected, speech) => {
  expect(told(text)).toBe(expected);
  expect(narration(text).speech).toEqual(speech);
});

test("places stay what they were", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(..."ab '\"“”‘’.,!?\n*Mr"), maxLength: 200 }),
      (text) => narration(text).told.length === text.length,
    ),
  );
});

test("sentences end with their mark or their line, and know where they stand", () => {
  const text = "You wait. Nothing… Then:\na bell!  Who rings?";
  expect(sentences(text).map((sentence) => sentence.text.trim())).toEqual([
    "You wait.",
    "Nothing…",
    "Then:",
    "a bell!",
    "Who rings?",
  ]);
  for (const sentence of sentences(text))
    expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
});

test("a run without an end is cut", () => {
  expect(
    Math.max(...sentences("word ".repeat(10_000)).map((sentence) => sentence.text.length)),
  ).toBeLessThanOrEqual(600);
});

test("what is told is read as if it had been written so", () => {
  const text = fc
    .array(
      fc.constantFrom(
        "He",
        "don't",
        "can’t",
        "rock‘n",
        "Mr.",
        "5",
        "'",
        "‘",
        "’",
        '"',
        "“",
        "”",
        "*",
        "_",
        " ",
        " ",
        ".",
        ",",
        "\n",
        "Д",
        "它",
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (said) => {
      const { words, starts, ends, marks, text: told } = toldIn(read(said));
      const anew = wordSpans(told);
      expect(told).toBe(narration(said).told);
      expect(told).toHaveLength(said.length);
      expect(words.map((word, at) => ({ word: word.text, start: starts[at], end: ends[at] }))).toEqual(anew);
      expect(marks).toBe(read(told).marks);
    }),
    // Where speech ends within a word, the rest is another word.
    { numRuns: 1_000, examples: [["He says 'so.'5 it"], ["He says 'so'5 it"]] },
  );
});
