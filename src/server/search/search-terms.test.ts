import { expect, test } from "vitest";
import { hasTerms, snippetOf, termsOf } from "./search-terms.ts";

const has = (text: string, q: string) => hasTerms(text, termsOf(q));

test.each([
  ["The Tide turns.", "tide", true],
  ["The Tide turns.", "tide the", true],
  ["The Tide turns.", '"tide the"', false],
  ["The Tide turns.", '"the tide"', true],
  ["the\n  tide", '"the tide"', true],
  ["It’s the captain’s.", "it's captain's", true],
  ["A (quiet) bay", "(quiet)", true],
  ["Überfahrt", "überf", true],
  ["The Tide turns.", "tide ebb", false],
  ["anything", '"', false],
])("%j contains %j: %s", (text, q, expected) => {
  expect(has(text, q)).toBe(expected);
});

test("a snippet shows the words around the first match, with every match apart", () => {
  const text = `${"Long before. ".repeat(20)}The tide turns, and the tide waits. ${"Long after. ".repeat(30)}`;
  const parts = snippetOf(text, termsOf("tide"));
  expect(parts.filter((_, at) => at % 2 === 1)).toEqual(["tide", "tide"]);
  expect(parts[0]).toMatch(/^… .*The $/);
  expect(parts.at(-1)).toMatch(/Long .* …$/);
  expect(parts.join("").length).toBeLessThan(230);
  expect(snippetOf("The tide.", termsOf("tide"))).toEqual(["The ", "tide", "."]);
});

test("overlapping matches are one part", () => {
  expect(snippetOf("a tideline", termsOf("tide tideline"))).toEqual(["a ", "tideline", ""]);
});
