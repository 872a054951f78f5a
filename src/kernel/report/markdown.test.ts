import { expect, test } from "vitest";
import { inline, markdownTable, quoted, shorten } from "./markdown.ts";

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

test.each(hostile)("%j stays text inside a line and inside a table", (text) => {
  const line = inline(text);
  expect(line).not.toMatch(/\n/);
  expect(line).not.toMatch(/<\w|<!--|<\//);
  expect(line).not.toMatch(/(?<!\\)[|`*#]/);
  expect(markdownTable(["a"], [[line]]).split("\n")).toHaveLength(3);
});

test("line breaks of every kind stay inside the quote", () => {
  expect(quoted("a\r\n# b\r# c\n# d").split("\n")).toHaveLength(4);
});

test("control characters and direction marks are gone, words and emphasis marks are readable", () => {
  expect(quoted("a\u0000b\u202Ec\u200bd")).toBe("> abcd");
  expect(inline("Sam's 3-in-1 (best) tool: £5!")).toBe("Sam's 3-in-1 (best) tool: £5!");
});

test("shortening cuts between words and says so", () => {
  expect(shorten("one two three four", 9)).toBe("one two…");
  expect(shorten("short", 9)).toBe("short");
});
