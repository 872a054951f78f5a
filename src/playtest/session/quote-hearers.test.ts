import { expect, test } from "vitest";
import { exampleEpisode } from "../../../tests/support/playtest/example-play.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { withHearers } from "./quote-hearers.ts";

const text =
  "You read it. *It spells one word: Innsmouth.* Nobody speaks.[[PULSE: x]]Only Sam sees the key. It is small";
const [record] = exampleSession([{ text }]).records;
const parts = [
  { start: 0, end: text.indexOf(" Nobody"), audience: "all" as const },
  { start: text.indexOf(" Nobody"), end: text.indexOf("[["), audience: "all" as const },
  { start: text.indexOf("Only"), end: text.length, audience: [0] },
];
const told = { ...record!, classification: { ...record!.classification, segments: parts } };

test.each([
  ["“It spells one”", "*It spells one word: Innsmouth.*", null],
  ["one word: Innsmouth", "one word: Innsmouth.*", null],
  ["letters that nobody wrote", "letters that nobody wrote", undefined],
  ["spells one word … Nobody sp", "spells one word: Innsmouth.* Nobody speaks.", null],
  ["Nobody speaks … Only Sam sees", "Nobody speaks … Only Sam sees", [0]],
  ["Sam sees the", "Sam sees the key.", [0]],
])("a quote goes on to the end of its sentence, in words of the same hearers: %s", (quote, whole, to) => {
  const evidence = [{ turn: 1, text: quote }];
  const [issue] = withHearers([exampleEpisode("loop", 1, { evidence })], [told]);
  expect(issue!.evidence).toEqual([{ turn: 1, text: whole, to }]);
});
