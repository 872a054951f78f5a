import { expect, test } from "vitest";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { mechanicalIssues } from "./play-turn.ts";

test.each([
  ["a turn in which nobody looked for beats is not a stall", undefined, []],
  ["a turn in which somebody looked and found none may be one", [], ["stuck"]],
])("%s", (_, beats, expected) => {
  const lines = [
    "The rain goes on.",
    "A clock strikes.",
    "Somebody coughs.",
    "The fire burns low.",
    "It is late.",
  ];
  const state = exampleSession(lines.map((text) => ({ text, classification: { beats } })));
  const text = "A gull cries outside, and nobody says a word.";
  const { classification } = exampleRecord({ turn: 6, text, classification: { beats } });
  const issues = mechanicalIssues({ state, turn: 6, phase: "story", text, classification, beat: {} });
  expect(issues.map(({ kind }) => kind)).toEqual(expected);
});
