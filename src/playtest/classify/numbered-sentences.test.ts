import { expect, test } from "vitest";
import type { Segment } from "../../contract/index.ts";
import { numberedSentences } from "./numbered-sentences.ts";

const numbered = (text: string, segments: Segment[] = [{ start: 0, end: text.length, audience: "all" }]) =>
  numberedSentences(text, segments).map(({ start, end, paragraph }) => [
    paragraph,
    text.slice(start, end).trim(),
  ]);

test("a speech of several sentences has one number, with any kind of marks", () => {
  for (const [open, close] of ['""', "“”", "„“", "«»", "»«", "‘’"])
    expect(numbered(`She nods. ${open}Wait. Don’t move!${close} she says. Sam’s dog barks.`)).toEqual([
      [1, "She nods."],
      [1, `${open}Wait. Don’t move!${close} she says.`],
      [1, "Sam’s dog barks."],
    ]);
});

test("a quotation mark without its partner joins nothing, and no speech goes past its paragraph", () => {
  expect(numbered('She nods. "Wait. Do not move! A dog barks.\n\n"Here." It rains.')).toEqual([
    [1, "She nods."],
    [1, '"Wait.'],
    [1, "Do not move!"],
    [1, "A dog barks."],
    [2, '"Here."'],
    [2, "It rains."],
  ]);
});

test("only what everybody hears has a number", () => {
  const text = "It rains.\n\nYou smell smoke.\n\nA dog barks.";
  const [smoke, dog] = [text.indexOf("You"), text.indexOf("A dog")];
  expect(
    numbered(text, [
      { start: 0, end: smoke, audience: "all" },
      { start: smoke, end: dog, audience: [0] },
      { start: dog, end: text.length, audience: "all" },
    ]).filter(([, words]) => words !== ""),
  ).toMatchObject([
    [1, "It rains."],
    [expect.any(Number), "A dog barks."],
  ]);
});
