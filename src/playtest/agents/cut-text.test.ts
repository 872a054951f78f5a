import { expect, test } from "vitest";
import { cutText, LONGEST_SAID } from "./cut-text.ts";

test("a longer text is cut and marked, never inside a character; a short one is unchanged", () => {
  expect(cutText("a".repeat(LONGEST_SAID), LONGEST_SAID)).toBe("a".repeat(LONGEST_SAID));
  expect(cutText("a".repeat(1_000_000), 10)).toBe("aaaaaaaaaa [… cut here: it had 1000000 characters]");
  expect(cutText("😀".repeat(50), 51).isWellFormed()).toBe(true);
});
