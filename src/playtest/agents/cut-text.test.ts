import { expect, test } from "vitest";
import { cutText, LONGEST_SAID } from "./cut-text.ts";

test("keeps a short text unchanged", () => {
  expect(cutText("a".repeat(LONGEST_SAID), LONGEST_SAID)).toBe("a".repeat(LONGEST_SAID));
});

test("cuts a longer text, and marks the cut", () => {
  expect(cutText("a".repeat(1_000_000), 10)).toBe("aaaaaaaaaa [… cut here: it had 1000000 characters]");
});

test.each([
  ["a family", "👩‍👩‍👧‍👦"],
  ["a flag", "🇳🇿"],
  ["a letter with accents", "e\u0301\u0323"],
])("%s is never cut through", (_, one) => {
  for (let longest = 40; longest < 40 + one.length * 2; longest++) {
    const [kept] = cutText(one.repeat(100), longest).split(" […");
    expect(kept).toBe(one.repeat(kept!.length / one.length));
    expect(kept!.length).toBeGreaterThan(longest - one.length);
    expect(kept!.length).toBeLessThanOrEqual(longest);
  }
});

test("cuts even inside a grapheme if it is longer than the limit", () => {
  const cut = cutText(`a${"\u0301".repeat(100_000)}`, 50);
  expect(cut.length).toBeLessThan(120);
  expect(cutText("😀".repeat(50), 51).isWellFormed()).toBe(true);
});
