import { expect, test } from "vitest";
import { markQuotes } from "./mark-quotes.ts";

const marked = (text: string, quotes: Parameters<typeof markQuotes>[1]) =>
  markQuotes(text, quotes)
    .map(({ text, mark }) => (mark === "none" ? text : `${mark === "chosen" ? "<<" : "<"}${text}>`))
    .join("");

test("a quote is found where line breaks differ", () => {
  expect(marked("He is\n\ndead. He was.", [{ text: "He is dead.", chosen: false }])).toBe(
    "<He is\n\ndead.> He was.",
  );
});

test("the chosen quote covers the others", () => {
  expect(
    marked("one two three", [
      { text: "two", chosen: true },
      { text: "one two three", chosen: false },
    ]),
  ).toBe("<one ><<two>< three>");
});

test("a quote that starts outside the text is found by its long lines", () => {
  expect(
    marked("It is Yusuf who tips the scale today.", [
      { text: "PULSE: Letters]]\nIt is Yusuf who tips the scale today.", chosen: false },
    ]),
  ).toBe("<It is Yusuf who tips the scale today.>");
});

test("special characters of patterns are plain text", () => {
  expect(marked("what (a+)+$ is", [{ text: "(a+)+$", chosen: false }])).toBe("what <(a+)+$> is");
});

test("a text without quotes is one part, and an empty text none", () => {
  expect(markQuotes("plain", [{ text: "elsewhere", chosen: false }])).toEqual([
    { text: "plain", mark: "none" },
  ]);
  expect(markQuotes("", [{ text: "x", chosen: true }])).toEqual([]);
});

test("very long quotes and texts take little time", () => {
  const text = "a \n  ".repeat(40_000);
  const before = process.cpuUsage();
  for (const quote of [`${"a ".repeat(390)}b`, `b ${"a ".repeat(390)}`])
    markQuotes(
      text,
      Array.from({ length: 500 }, () => ({ text: quote, chosen: false })),
    );
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
