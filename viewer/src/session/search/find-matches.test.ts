import { expect, test } from "vitest";
import { findMatches, firstFrom } from "./find-matches.ts";

const found = (text: string, query: string) =>
  findMatches(text, query).map(([start, end]) => text.slice(start, end));

test("capitals, quotation marks, dashes and line breaks do not matter", () => {
  expect(found("The Bell. The\nbell’s “eye” — gone.", "the bell")).toEqual(["The Bell", "The\nbell"]);
  expect(found("The bell’s “eye” — gone.", 'bell\'s "eye" - gone')).toEqual(["bell’s “eye” — gone"]);
  expect(found("İzmir ÉCLAIR", "éclair")).toEqual(["ÉCLAIR"]);
});

test("special characters of patterns are plain text, and blanks find nothing", () => {
  expect(found("what (a+)+$ is", "(a+)+$")).toEqual(["(a+)+$"]);
  expect(found("a b", "  ")).toEqual([]);
});

test("the first match is the one at or after the current turn", () => {
  expect(firstFrom([2, 4, 9], 4)).toBe(1);
  expect(firstFrom([2, 4, 9], 10)).toBe(0);
  expect(firstFrom([2, 4], null)).toBe(0);
});
