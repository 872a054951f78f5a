import { expect, test } from "vitest";
import { normalise } from "./normalise.ts";
import { createSlipReader, squeeze, squeezePattern, wordsIn } from "./misspellings.ts";

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

test.each(["two hints", "we went wide", "kills", "ill", "a 12 year old", "safes", "i want myself"])(
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

test("words are the runs of letters in a pattern", () => {
  expect([...wordsIn(["\\bhurt(s|ing)? (?:me|my (?:kids?|son))"])]).toEqual([
    "hurt",
    "s",
    "ing",
    "me",
    "my",
    "kids",
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
