import { expect, test } from "vitest";
import { around, clip } from "./evidence.ts";

test("evidence is cut between words, or anywhere in a run without spaces", () => {
  expect(clip("one two  three four", 14)).toBe("one two three…");
  expect(clip("one two three four", 12)).toBe("one two…");
  expect(clip("one two", 12)).toBe("one two");
  expect(clip("x".repeat(40), 12)).toBe(`${"x".repeat(11)}…`);
});

test("the context of a place is in whole words", () => {
  const text = "Nobody else in the taproom hears it, and Sam alone understands.";
  expect(around(text, text.indexOf("hears"), { before: 10, after: 8 })).toBe("taproom hears it,");
  expect(around(text, 0, { before: 10, after: 9 })).toBe("Nobody else");
  expect(around(text, text.indexOf("alone"), { before: 4, after: 200 })).toBe("Sam alone understands.");
});
