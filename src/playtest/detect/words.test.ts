import fc from "fast-check";
import { expect, test } from "vitest";
import { contentWords } from "./content-words.ts";
import { distinctRuns, fingerprint } from "./fingerprint.ts";
import { shingleNumbers, shingles } from "./shingles.ts";
import { sentencesOf } from "./sentences.ts";
import { read } from "./text.ts";
import { wordOf } from "./word.ts";
import { MARK } from "./word-marks.ts";
import { words, wordSpans } from "./words.ts";

test.each([
  ["The church door's LOCKED.", ["the", "church", "door's", "locked"]],
  ["It’s late — isn't it?", ["it's", "late", "isn't", "it"]],
  ["Über die Brücke, 3 Boote", ["über", "die", "brücke", "3", "boote"]],
  ["门是锁着的", ["门", "是", "锁", "着", "的"]],
  ["…!? --", []],
])("the words of %j", (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test("a word is where it stands", () => {
  const text = "“Who’s there?” asks Café Owner 7.";
  for (const { word, start, end } of wordSpans(text))
    expect(text.slice(start, end).toLowerCase().replaceAll("’", "'")).toBe(word);
});

test("content words leave out what every sentence has", () => {
  expect(contentWords("What do you want to do now?")).toEqual([]);
  expect(contentWords("You walk into the drowned church, and the church listens.")).toEqual([
    "walk",
    "drowned",
    "church",
    "church",
    "listens",
  ]);
});

test("shingles are runs, and there are none in too short a text", () => {
  expect(shingles(["a", "b", "c", "d"], 3)).toEqual(["a b c", "b c d"]);
  expect(shingles(["a", "b"], 3)).toEqual([]);
});

test("a scanner and a pattern read the same words", () => {
  const PATTERN = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
  const latin = fc.string({ unit: fc.constantFrom(..."aB9éŠ'’ -—.,“”\n") });
  fc.assert(
    fc.property(latin, (text) => {
      expect(wordSpans(text)).toEqual(
        Array.from(text.matchAll(PATTERN), ({ 0: word, index }) => ({
          word: word.toLowerCase().replaceAll("’", "'"),
          start: index,
          end: index + word.length,
        })),
      );
    }),
  );
});

test("runs have the same number where they have the same words, in their fingerprint too", () => {
  const text = fc.array(fc.constantFrom("a", "b", "ab", "c"), { maxLength: 40 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 4 }), (said, size) => {
      const [runs, numbers] = [shingles(said, size), shingleNumbers(said, size)];
      expect(numbers.map((number) => numbers.indexOf(number))).toEqual(runs.map((run) => runs.indexOf(run)));
      expect(distinctRuns(said.map(wordOf), size)).toHaveLength(new Set(runs).size);
      expect(distinctRuns(said.map(wordOf), 1).toSorted()).toEqual(fingerprint(said));
    }),
  );
});

test("sentences end with their stops or their line, whatever stands between them", () => {
  const text = fc
    .array(fc.constantFrom("a", "b's", " ", "  ", "\n", ".", "?", "!", "…", ",", "—", "’", "它"), {
      maxLength: 40,
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (said) => {
      const found = Array.from(said.matchAll(/[^.!?…\n]+(?:[.!?…]+|(?=\n)|$)/g), ({ 0: run, index }) => ({
        text: run,
        start: index,
        end: index + run.length,
      })).filter((run) => run.text.trim() !== "");
      expect(sentencesOf(read(said)).map(({ text: run, start, end }) => ({ text: run, start, end }))).toEqual(
        found,
      );
    }),
    { numRuns: 400 },
  );
  expect(
    sentencesOf(read("on and ".repeat(200))).map(({ start, end, from, to }) => [start, end, from, to]),
  ).toEqual([
    [0, 600, 0, 172],
    [600, 1200, 172, 343],
    [1200, 1400, 343, 400],
  ]);
});

test("a sentence has the words that stand in it, and their marks", () => {
  const text = read("The tide is out. Could we ask, or d'you wonder?\nNobody answers");
  expect(
    sentencesOf(text).map(({ from, to }) => text.words.slice(from, to).map((word) => word.text)),
  ).toEqual([
    ["the", "tide", "is", "out"],
    ["could", "we", "ask", "or", "d'you", "wonder"],
    ["nobody", "answers"],
  ]);
  expect(
    sentencesOf(text).map(({ marks }) => [MARK.may, MARK.asks, MARK.or].map((mark) => (marks & mark) !== 0)),
  ).toEqual([
    [false, false, false],
    [true, true, true],
    [false, true, false],
  ]);
});

test("part of a word behind an apostrophe counts as well, since a pattern would see it there", () => {
  expect(wordOf("y'all").marks & MARK.never).not.toBe(0);
});
