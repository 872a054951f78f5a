import { expect, test } from "vitest";
import type { Issue, QuotePlace } from "../../../../src/contract/index.ts";
import type { Finding, Note } from "../findings.ts";
import { lineOf, marksIn, paragraphsOf, type Marks } from "./passages.ts";

const text = "The door is locked.\n\nRain. The door is open.";
const note = (key: string, quote: string, severity: Issue["severity"] = "warning", isOwn = true): Note => ({
  finding: { key, issue: { severity } as Issue, index: 0, state: "confirmed" } as Finding,
  quote: { turn: 1, text: quote },
  isOwn,
});
const place = (quote: string, given: Partial<QuotePlace> = {}): QuotePlace => ({
  quote,
  in: "narration",
  at: 0,
  start: text.indexOf(quote),
  end: text.indexOf(quote) + quote.length,
  ...given,
});
const marks = (notes: Note[], chosen: string | null = null, judged: string[] = []): Marks => ({
  places: [...notes.map(({ quote }) => place(quote.text)), ...judged.map((quote) => place(quote))],
  notes,
  chosen: { key: chosen, quotes: new Set(judged) },
});
/** Each paragraph with its marks in brackets, and the notes beside it. */
const shown = (given: Marks) =>
  paragraphsOf(text, given).map(({ parts, notes }) => [
    parts
      .map(({ text, note, isChosen }) =>
        note || isChosen ? `<${note?.finding.key ?? "judge"}${isChosen ? "!" : ""}:${text}>` : text,
      )
      .join(""),
    notes.map(({ finding }) => finding.key),
  ]);

test("a quote is marked in its paragraph, and its note is beside it", () => {
  expect(shown(marks([note("a", "is locked")]))).toEqual([
    ["The door <a:is locked>.", ["a"]],
    ["Rain. The door is open.", []],
  ]);
});

test("a quote across paragraphs is marked in both and noted once", () => {
  expect(shown(marks([note("a", "locked.\n\nRain")]))).toEqual([
    ["The door is <a:locked.>", ["a"]],
    ["<a:Rain>. The door is open.", []],
  ]);
});

test("where quotes overlap, the chosen one is on top, then errors", () => {
  const both = [note("error", "door is locked", "error"), note("warning", "is locked.")];
  expect(shown(marks(both))[0]).toEqual(["The <error:door is locked><warning:.>", ["error", "warning"]]);
  expect(shown(marks(both, "warning"))[0]![0]).toBe("The <error:door ><warning!:is locked.>");
});

test("a text in one piece keeps its line breaks; marks of other texts do not apply", () => {
  const given = marks([note("a", "is locked")]);
  expect(
    lineOf(text, given)
      .parts.map(({ text }) => text)
      .join(""),
  ).toBe(text);
  expect(lineOf("", given).parts).toEqual([]);
  expect(paragraphsOf(text, marksIn(given, "says", 0)).flatMap(({ notes }) => notes)).toEqual([]);
  expect(paragraphsOf(text, marksIn(given, "narration", 0)).flatMap(({ notes }) => notes)).toHaveLength(1);
});
