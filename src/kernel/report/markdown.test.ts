import { expect, test } from "vitest";
import {
  dollars,
  inline,
  markdownTable,
  pText,
  quoted,
  shownP,
  signed,
  counted,
  turnsInWords,
} from "./markdown.ts";

const hostile = [
  "# Issues",
  "## Full Transcript",
  "```",
  "</details><script>alert(1)</script>",
  "| a | b |",
  "[x](javascript:alert(1))",
  "![i](http://x/y)",
  "- item",
  "1. item",
  "===",
  "---",
  "> quote",
  "<!-- -->",
  "\u202Eevil",
  "a\u0000b",
  "&lt;b&gt;",
  "\\# not a heading",
  "* * *",
  "~~~",
];

test.each(hostile)("%j cannot begin anything in a quoted block", (text) => {
  const block = quoted(`first\n${text}\nlast`);
  for (const line of block.split("\n")) expect(line.startsWith(">")).toBe(true);
  const inner = block.split("\n").slice(1, -1).join("\n").replace(/^> ?/, "");
  expect(inner).not.toMatch(/^\s*(#|```|~~~|\||[-+*] |\d+[.)] |={3,}|-{3,}|>)/);
  expect(inner).not.toMatch(/<\w|<!--|<\//);
  expect(inner).not.toMatch(/(?<!\\)\]\(/);
});

test.each(hostile)("%j is escaped inside a line and inside a table", (text) => {
  const line = inline(text);
  expect(line).not.toMatch(/\n/);
  expect(line).not.toMatch(/<\w|<!--|<\//);
  expect(line).not.toMatch(/(?<!\\)[|`*#]/);
  expect(markdownTable(["a"], [[line]]).split("\n")).toHaveLength(3);
});

test("line breaks of every kind stay inside the quote", () => {
  expect(quoted("a\r\n# b\r# c\n# d").split("\n")).toHaveLength(4);
});

test("control characters and direction marks are removed, words and emphasis marks stay readable", () => {
  expect(quoted("a\u0000b\u202Ec\u200bd")).toBe("> abcd");
  expect(inline("Sam's 3-in-1 (best) tool: £5!")).toBe("Sam's 3-in-1 (best) tool: £5!");
});

test("one is singular, none and two are plural", () => {
  expect([0, 1, 2].map((count) => counted(count, "issue"))).toEqual(["0 issues", "1 issue", "2 issues"]);
  expect([1, 2].map((count) => counted(count, "answer was", "answers were"))).toEqual([
    "1 answer was",
    "2 answers were",
  ]);
  expect([turnsInWords({ from: 5, to: 5 }), turnsInWords({ from: 5, to: 7 })]).toEqual([
    "turn 5",
    "turns 5 to 7",
  ]);
});

test("a p-value is never shown as 0, in a table or in a sentence", () => {
  expect([0, 0.00099, 0.001, 0.03125, 1].map(shownP)).toEqual([
    "< 0.001",
    "< 0.001",
    "0.001",
    "0.031",
    "1.000",
  ]);
  expect([0, 0.03125].map(pText)).toEqual(["p < 0.001", "p = 0.031"]);
});

test("a difference has a plus or a minus sign, and none where it rounds to 0", () => {
  expect([1.25, -1.25, 0].map((value) => signed(value))).toEqual(["+1.25", "−1.25", "0"]);
  expect([-0.04, 0.04, -0.06].map((value) => signed(value, (size) => size.toFixed(1)))).toEqual([
    "0.0",
    "0.0",
    "−0.1",
  ]);
});

test.each([
  [0, "$0.00"],
  [12.345, "$12.35"],
  [0.1, "$0.10"],
  [0.0132, "$0.0132"],
  [0.02, "$0.02"],
  [0.0095, "$0.0095"],
  [0.0000124, "$0.000012"],
])("an amount of %d is written %s everywhere", (amount, text) => {
  expect(dollars(amount)).toBe(text);
});
