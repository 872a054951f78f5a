import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens, cutToTokens } from "./house-tokens.ts";

test("a token is four bytes of UTF-8, and a part of one counts whole", () => {
  expect(countTokens()).toBe(0);
  expect(countTokens("")).toBe(0);
  expect(countTokens("abcd")).toBe(1);
  expect(countTokens("abcde")).toBe(2);
  expect(countTokens("ab", "cd")).toBe(1);
  expect(countTokens("橋橋")).toBe(2);
});

test("a cut text is the longest beginning within its tokens, of whole characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 0, max: 12 }), (text, tokens) => {
      const cut = cutToTokens(text, tokens);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
      expect(countTokens(cut)).toBeLessThanOrEqual(tokens);
      const [next = ""] = text.slice(cut.length);
      expect(next === "" || Buffer.byteLength(cut + next) > tokens * 4).toBe(true);
    }),
  );
  expect(cutToTokens("aaaaaaa橋", 2)).toBe("aaaaaaa");
  expect(cutToTokens("aaaaa橋", 2)).toBe("aaaaa橋");
});
