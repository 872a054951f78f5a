import fc from "fast-check";
import { expect, test } from "vitest";
import { normalise } from "./normalise.ts";
import { parsePattern, patternWords } from "./pattern-tree.ts";
import { createSlipReader, squeeze, squeezePattern } from "./misspellings.ts";

const readSlips = createSlipReader(
  new Set(["want", "kill", "hits", "dead", "myself", "anymore", "feel", "safe", "to"]),
);
const meant = (message: string) => readSlips(normalise(message))?.text;

test.each([
  ["i wnat", "i want"],
  ["i wat", "i want"],
  ["i waent", "i want"],
  ["kll mysef", "kill myself"],
  ["k1ll mys3lf", "kill myself"],
  ["nemore, 2 me", "anymore, to me"],
])("%s is read as %s", (written, text) => {
  expect(meant(written)).toBe(text);
});

test.each(["his dad", "we went wide", "kills", "ill", "a 12 year old", "safes", "i want myself"])(
  "%s is unchanged",
  (message) => {
    expect(meant(message)).toBeUndefined();
  },
);

test("a match is quoted as written", () => {
  const { text, original } = readSlips(normalise("I Wnat to KLL\nmysef now"))!;
  const at = text.indexOf("kill");
  expect(original(at, at + 4)).toBe("KLL");
  expect(original(text.indexOf("want"), text.length)).toContain("Wnat");
});

test("text and lines keep the same length for any input", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("w", "a", "n", "t", "k", "i", "l", " ", "\n", "2", "'") }),
      (message) => {
        const reading = readSlips(normalise(message));
        if (reading) expect(reading.lines.replaceAll("\n", " ")).toBe(reading.text);
      },
    ),
  );
});

test("a pattern's words are all forms of its words", () => {
  expect([...patternWords(parsePattern("hurt(s|ing)? (?:me|my (?:kids?|son))")!)].toSorted()).toEqual([
    "hurt",
    "hurting",
    "hurts",
    "kid",
    "kids",
    "me",
    "my",
    "son",
  ]);
});

test("runs of a letter become one, and are quoted as they were written", () => {
  const { text, original } = squeeze(normalise("I wanna DIEEEE!!! 1000 times"));
  expect(text).toBe("i wana die!!! 1000 times");
  expect(original(text.indexOf("wana"), text.indexOf("!"))).toBe("wanna DIEEEE");
});

test.each([
  ["\\bbetter off\\b", "\\bbeter of\\b"],
  ["killing my ?self", "kiling my ?self"],
  ["hit(?:s|ting)", "hit(?:s|ting)"],
  ["(?:hits|hitting)", "(?:hits|hiting)"],
  ["[ll]l", "[ll]l"],
  ["all+", "all+"],
  ["(?<ll>aab)\\1", "(?<ll>ab)\\1"],
  ["1{2}11aA", "1{2}11a"],
])("%s", (source, short) => {
  expect(squeezePattern(source)).toBe(short);
});
