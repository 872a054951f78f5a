import fc from "fast-check";
import { expect, test } from "vitest";
import { splitSentences } from "./sentences.ts";

const cut = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

test.each([
  ["full stops", ["The bell rings. ", "It stops."]],
  ["questions and exclamations", ["Who is there? ", "Run! ", "Now!"]],
  ["no end at all", ["the bell rings"]],
  ["titles", ["Mr. Pym and Dr. Vane wait by St. Budoc. ", "They nod."]],
  ["initials", ["J. R. Ward signed it. ", "Nobody else did."]],
  ["e.g.", ["Take a tool, e.g. a rope. ", "Then go."]],
  ["decimals", ["It is 3.5 miles. ", "You walk."]],
  ["a year", ["It was 1923. ", "The sea rose."]],
  ["a.m. inside and at the end", ["At 4 a.m. the bell rings. ", "It is 5 a.m. ", "Nobody sleeps."]],
  ["a list with numbers", ["1. Take the rope.\n", "2. Go down.\n", "3. Wait."]],
  ["an ellipsis that goes on", ["Sam… you alone see it. ", "Rain."]],
  ["dots that go on", ["Sam... you alone see it. ", "Rain."]],
  ["an ellipsis that ends", ["It waits… ", "Then it moves."]],
  ["speech in the middle", ['"Run!" he whispers. ', "You run."]],
  ["speech at the end", ['He says, "Run." ', '"Now," he adds.']],
  ["curly quotes", ["“Run!” he whispers. ", "You run."]],
  ["emphasis", ["**Stop.** ", "*You* stop."]],
  ["paragraphs", ["One\n\n", "Two"]],
  ["line breaks between whole lines", ["The Chapel\n", "You enter."]],
  ["a wrapped line", ["As the bell tolls,\nSam, you alone\nnotice the key. ", "Rain."]],
  [
    "a long wrapped line",
    ["Far below the cliffs the bell begins to toll again and the whole\nTown of Marrow wakes. ", "Rain."],
  ],
  ["list items", ["- a rope\n", "- A lamp\n", "* A key"]],
  ["Windows line ends", ["One.\r\n\r\n", "Two."]],
  ["no space after the stop", ["It ends.Then it goes on. ", "Yes."]],
  ["wide stops", ["鐘が鳴る。", "止まる。"]],
  ["small letters throughout", ["the bell rings. ", "the sea answers."]],
])("cuts: %s", (_, sentences) => {
  expect(cut(sentences.join(""))).toEqual(sentences);
});

test("leading white space belongs to the first sentence, and blank text is one span", () => {
  expect(cut(" \n\n One. Two.")).toEqual([" \n\n One. ", "Two."]);
  expect(cut(" \n ")).toEqual([" \n "]);
  expect(cut("")).toEqual([]);
});

test("sentences tile any text, and none is empty", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."ab .!?…\"')(*\n\r[]Sam") }),
  );
  fc.assert(
    fc.property(text, (text) => {
      expect(cut(text).join("")).toBe(text);
      expect(splitSentences(text).every(({ start, end }) => end > start)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
