import { expect, test } from "vitest";
import { contentWords, shingles, words, wordSpans } from "./words.ts";

test.each([
  ["The church door's LOCKED.", ["the", "church", "door's", "locked"]],
  ["It’s late — isn't it?", ["it's", "late", "isn't", "it"]],
  ["Über die Brücke, 3 Boote", ["über", "die", "brücke", "3", "boote"]],
  ["门是锁着的", ["门", "是", "锁", "着", "的"]],
  ["…!? --", []],
])("the words of %j", (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test("a word has its offset", () => {
  const text = "“Who’s there?” asks Café Owner 7.";
  for (const { word, start, end } of wordSpans(text))
    expect(text.slice(start, end).toLowerCase().replaceAll("’", "'")).toBe(word);
});

test("content words leave out common ones", () => {
  expect(contentWords("What do you want to do now?")).toEqual([]);
  expect(contentWords("You walk into the drowned church, and the church listens.")).toEqual([
    "walk",
    "drowned",
    "church",
    "church",
    "listens",
  ]);
});

test("shingles are runs, and a too short text has none", () => {
  expect(shingles(["a", "b", "c", "d"], 3)).toEqual(["a b c", "b c d"]);
  expect(shingles(["a", "b"], 3)).toEqual([]);
});
