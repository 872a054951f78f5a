import { expect, test } from "vitest";
import type { Issue } from "../../contract/index.ts";
import {
  exampleFinding,
  readSession,
  type ReadGiven,
} from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { issuesSection } from "./issues-section.ts";

const loop: Issue = {
  turn: 2,
  type: "repetition",
  description: "Narrator said again what was said in turn 1.",
  severity: "warning",
  evidence: [
    { turn: 1, text: "The tide turns." },
    { turn: 2, text: "The tide turns." },
  ],
  confidence: 0.8,
  source: "mechanical",
};
const session = (issues: readonly Issue[]) => exampleSession([{}, { issues: [...issues] }]);
const section = (issues: readonly Issue[], read?: ReadGiven) =>
  issuesSection(read ? readSession(session(issues), read) : session(issues)).join("\n");

test("an issue names its source, and repeated words are quoted once, with both turns", () => {
  expect(section([loop])).toContain(
    "- **Turn 2, repetition** (warning, mechanical): Narrator said again what was said in turn 1.\n  - turns 1 and 2: “The tide turns.”\n",
  );
});

test("a finding of the reader shows both quotes", () => {
  const findings = [exampleFinding(2, { against: { turn: 1, text: "It is dry." }, text: "It is wet." })];
  expect(section([], { 2: { findings } })).toContain(
    "- **Turn 2, contradiction** (error, reader: test/reader): The two do not go together.\n  - turn 1: “It is dry.”\n  - turn 2: “It is wet.”\n",
  );
});

test("a quote that stops within its sentence is marked with dots, at the end and at the beginning", () => {
  const said = "You read the letters. It spells one word: Innsmouth. Nobody speaks.";
  const quoting = (text: string) =>
    issuesSection(
      exampleSession([{ text: said, issues: [{ ...loop, turn: 1, evidence: [{ turn: 1, text }] }] }]),
    ).join("\n");
  expect(quoting("It spells one")).toContain("“It spells one …”");
  expect(quoting("one word: Innsmouth")).toContain("“… one word: Innsmouth”");
  expect(quoting("It spells one word: Innsmouth.")).toContain("“It spells one word: Innsmouth.”");
  expect(quoting("words of another turn")).toContain("“words of another turn”");
});
