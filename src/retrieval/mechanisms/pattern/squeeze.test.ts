import { expect, test } from "vitest";
import { normalise } from "./normalise.ts";
import { squeeze, squeezePattern } from "./squeeze.ts";

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
