import { expect, test } from "vitest";
import type { Issue } from "../../contract/index.ts";
import {
  exampleFinding,
  readSession,
  type ReadGiven,
} from "../../../tests/support/playtest/example-reading.ts";
import { exampleEpisode } from "../../../tests/support/playtest/example-play.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { measureSession } from "../metrics/index.ts";
import { issueLines, issuesSection } from "./issues-section.ts";

const loop: Issue = {
  turn: 2,
  kind: "loop",
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
/** Episodes of these findings. */
const section = (issues: readonly Issue[], read?: ReadGiven) => {
  const state = read ? readSession(session(issues), read) : session(issues);
  return issuesSection(state, { issues: measureSession(state).episodes }).join("\n");
};

test("an issue names its source, and repeated words are quoted once, with both turns", () => {
  expect(section([loop])).toContain(
    "- **Turn 2, loop** (5 points lost, `t2-loop`, warning, mechanical): Narrator said again what was said in turn 1.\n  - turns 1 and 2: “The tide turns.”\n",
  );
});

test("a finding of the reader shows both quotes", () => {
  const findings = [exampleFinding(2, { earlier: [{ turn: 1, text: "It is dry." }], text: "It is wet." })];
  expect(section([], { 2: { findings } })).toContain(
    "- **Turn 2, contradiction** (5 points lost, `t2-contradiction`, error, reader: test/reader): The two do not go together.\n  - turn 1: “It is dry.”\n  - turn 2: “It is wet.”\n",
  );
});

test("words of the guide are quoted as the guide's; a kind of the user's own is marked", () => {
  const earlier = [{ turn: 0, text: "No brands." }];
  const findings = [exampleFinding(2, { kind: "off-brand", earlier, text: "You drink Brine-Cola." })];
  expect(section([], { 2: { findings } })).toContain(
    "- **Turn 2, off-brand (accuracy not known)** (0 points lost, `t2-off-brand`, warning, reader: test/reader): The two do not go together.\n  - Guide: “No brands.”\n  - turn 2: “You drink Brine-Cola.”\n",
  );
});

test("a quote that stops within its sentence is marked with dots, at the end and at the beginning", () => {
  const said = "You read the letters. It spells one word: Innsmouth. Nobody speaks.";
  const { records } = exampleSession([{ text: said }]);
  const quoting = (text: string) =>
    issueLines({ ...loop, turn: 1, evidence: [{ turn: 1, text }] }, records).join("\n");
  expect(quoting("It spells one")).toContain("“It spells one …”");
  expect(quoting("one word: Innsmouth")).toContain("“… one word: Innsmouth”");
  expect(quoting("It spells one word: Innsmouth.")).toContain("“It spells one word: Innsmouth.”");
  expect(quoting("words of another turn")).toContain("“words of another turn”");
});

test("a long problem is quoted from its beginning and its end, and is not repeated below the findings", () => {
  const evidence = [1, 2, 3, 4, 5, 6].map((turn) => ({ turn, text: `words of turn ${turn}` }));
  const long = exampleEpisode("loop", 1, { lastTurn: 6, pointsLost: 10, evidence });
  const state = session([]);
  const text = issuesSection(state, { issues: [long] }).join("\n");
  expect(text).toContain("- **Turns 1 to 6, loop** (10 points lost, `t1-loop`, ");
  expect(text.match(/words of turn \d/g)).toEqual([1, 2, 5, 6].map((turn) => `words of turn ${turn}`));
  const above = [{ id: "t1-loop", title: "", says: "", quotes: [] }];
  expect(issuesSection(state, { issues: [long], above }).join("\n")).toContain(
    "All are listed under *Findings*.",
  );
});

test("what was not looked for names the cause", () => {
  expect(section([])).toMatch(
    /\*\*Not looked for\*\*: .*contradiction.*\. No reader was asked \(name an observer\)\./,
  );
  const failed = section([], { 1: "unread", 2: "unread" });
  expect(failed).toMatch(
    /\*\*Not measured\*\*: .* Not read: turns 1, 2\. test\/reader failed: it took too long\./,
  );
  expect(failed).not.toContain("--observer");
});
