import { expect, test } from "vitest";
import type { Issue } from "../../contract/index.ts";
import {
  exampleFinding,
  readSession,
  type ReadGiven,
} from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { issuesSection } from "./issues-section.ts";
import { timelineSection } from "./timeline-and-transcript.ts";

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

test("issues listed above are not repeated", () => {
  const state = session([loop, { ...loop, type: "leak" }]);
  const [first, second] = state.issues;
  const some = issuesSection(state, { above: [first!] }).join("\n");
  expect(some).toContain("Without those under *Worst problems*:\n\n- **Turn 2, leak**");
  expect(some).not.toContain("repetition**");
  const none = issuesSection(state, { above: [first!, second!] }).join("\n");
  expect(none).toContain("All are listed under *Worst problems*.");
});

test("hints are listed separately", () => {
  const text = section([], {
    2: { findings: [exampleFinding(2, { state: "unconfirmed" })], unconfirmedWhy: "no answer" },
  });
  expect(text).toMatch(/None found\.[\s\S]*### Hints \(not scored\)[\s\S]*- \*\*Turn 2, contradiction\*\*/);
  expect(section([loop])).not.toContain("Hints");
});

test("without a reader, the kinds that were not looked for are listed", () => {
  expect(section([])).toMatch(
    /\*\*Not looked for \(needs --observer MODEL\)\*\*: contradiction, .*fallen-thread, .*paraphrased repetition, paraphrased leaks/,
  );
  expect(section([], {})).not.toContain("Not looked for");
});

test("the timeline names an issue and leaves its quotes to the issues section", () => {
  const timeline = timelineSection(session([{ ...loop, description: `${"Long ".repeat(60)}end.` }])).join(
    "\n",
  );
  expect(timeline).toContain("### Turn 2: ⚠️ Warning: repetition");
  expect(timeline).toMatch(/^Long Long .*… \(\[quotes\]\(#issues\)\)$/m);
  expect(timeline).not.toContain("The tide turns.");
});

test("an issue that the narrator did not cause says so", () => {
  expect(section([{ ...loop, type: "leak", by: "player" }])).toContain(
    "- **Turn 2, leak** (warning, caused by a player, not scored, mechanical): ",
  );
});
