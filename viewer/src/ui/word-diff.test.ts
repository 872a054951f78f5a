import { expect, test } from "vitest";
import { diffWords, folded } from "./word-diff.ts";

test.each([
  ["open the old red door now", "open the new blue door now", "open the |-old red|+new blue| door now"],
  ["a\nb\nc", "a\nc", "a\n|-b\n|c"],
  ["", "new", "+new"],
  ["Follow the guide below.", "Mark what you write.", "-Follow the guide below.|+Mark what you write."],
])("%j to %j", (before, after, expected) => {
  const signs = { same: "", removed: "-", added: "+" };
  expect(
    diffWords(before, after)
      .map(({ kind, text }) => signs[kind] + text)
      .join("|"),
  ).toBe(expected);
});

test("unchanged lines far from a change are folded, and a single line never is", () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");
  const before = `${lines(1, 20)}old\n${lines(21, 24)}bad\n${lines(25, 40)}`;
  const parts = folded(diffWords(before, before.replace("old", "new").replace("bad", "good")), 2);
  expect(parts.map((part) => (part.kind === "folded" ? part.lines : part.text))).toEqual([
    18,
    "line 19\nline 20\n",
    "old",
    "new",
    `\n${lines(21, 24)}`,
    "bad",
    "good",
    "\nline 25\nline 26\n",
    14,
  ]);
});
