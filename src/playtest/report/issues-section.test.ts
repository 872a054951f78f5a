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
  type: "loop",
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
    "- **Turn 2, loop** (warning, mechanical): Narrator said again what was said in turn 1.\n  - turns 1 and 2: “The tide turns.”\n",
  );
});

test("a finding of the reader shows both quotes", () => {
  const findings = [exampleFinding(2, { earlier: [{ turn: 1, text: "It is dry." }], text: "It is wet." })];
  expect(section([], { 2: { findings } })).toContain(
    "- **Turn 2, contradiction** (error, reader: test/reader): The two do not go together.\n  - turn 1: “It is dry.”\n  - turn 2: “It is wet.”\n",
  );
});

test("words of the guide are quoted as the guide's; a kind of the user's own is marked", () => {
  const earlier = [{ turn: 0, text: "No brands." }];
  const findings = [exampleFinding(2, { kind: "off-brand", earlier, text: "You drink Brine-Cola." })];
  expect(section([], { 2: { findings } })).toContain(
    "- **Turn 2, off-brand (accuracy not known)** (warning, reader: test/reader): The two do not go together.\n  - Guide: “No brands.”\n  - turn 2: “You drink Brine-Cola.”\n",
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

test("what was not looked for names the cause", () => {
  expect(section([])).toMatch(
    /\*\*Not looked for\*\*: .*contradiction.*\. No reader was asked \(--observer MODEL\)\./,
  );
  const failed = section([], { 1: "unread", 2: "unread" });
  expect(failed).toMatch(
    /\*\*Not measured\*\*: .* Not read: turns 1, 2\. test\/reader failed: it took too long\./,
  );
  expect(failed).not.toContain("--observer");
});
