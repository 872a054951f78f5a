import { expect, test } from "vitest";
import type { Issue, Unconfirmed } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/example-record.ts";
import { exampleConfig } from "../../../tests/support/example-session.ts";
import { foldSession, newSession, type SessionState } from "../session/index.ts";
import { issuesSection } from "./issues-section.ts";
import { timelineSection } from "./timeline-section.ts";

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
  source: "repetition",
};

function session(
  issues: readonly Issue[],
  { model = "house/plain", unconfirmed }: { model?: string; unconfirmed?: Unconfirmed[] } = {},
): SessionState {
  const records = [exampleRecord({ turn: 1 }), exampleRecord({ turn: 2, issues: [...issues], unconfirmed })];
  return foldSession(
    newSession({ sessionId: "s", config: exampleConfig() }),
    records.map((record) => ({ ...record, narrator: { text: "The tide turns.", model, finish: "stop" } })),
  );
}
const section = (...given: Parameters<typeof session>) => issuesSection(session(...given)).join("\n");

test("what is said twice is quoted once, with both turns", () => {
  expect(section([loop])).toContain(
    "- **Turn 2, loop** (warning): Narrator said again what was said in turn 1.\n  - turns 1 and 2: “The tide turns.”\n\n",
  );
});

test("a rule's number is not shown as though it were a probability; a model's word is", () => {
  expect(section([loop])).not.toContain("0.80");
  expect(section([{ ...loop, source: "confusion, confirmed by haiku-4.5" }])).toContain(
    "(warning, confusion, confirmed by haiku-4.5, which is 0.80 sure)",
  );
});

test("trust has counts, intervals, and what is missed", () => {
  expect(section([loop])).toMatch(
    /trust loop: on house text \d+ false alarms? in \d+ clean turns \(95 %: (?:at most|[\d.]+ to) \d\.\d\d in 100\); precision \d\.\d\d \(\d\.\d\d to \d\.\d\d\) where 1 turn in 100 has a fault; found \d+ of \d+ planted \(recall \d\.\d\d to \d\.\d\d\); of independent wordings \d+ of \d+\./,
  );
  expect(section([loop], { model: "anthropic/claude" })).toMatch(
    /trust loop: error rate unknown for this kind of text; on human text .* planted/,
  );
});

test("that none were found is said with how many would have been", () => {
  const none = section([]);
  expect(none).toMatch(
    /^None found\. Of faults planted in house text the rules alone found: .*\bloop \d+ of \d+ \(\d\.\d\d to \d\.\d\d\)/m,
  );
  expect(none).toMatch(/Not tried: .*breakdown/);
  expect(none).not.toContain("railroading");
  expect(none).toContain("docs/guide/detectors.md");
  expect(section([], { model: "anthropic/claude" })).toMatch(
    /^None found\. How many faults the rules find in a model's text is not known; of those planted in human text they found: /m,
  );
});

test("what no model gave its word on is no hint", () => {
  const text = section([], { unconfirmed: [{ count: 2, why: "no answer" }] });
  expect(text).toContain(
    "2 doubtful findings could not be confirmed, and count nowhere (turn 2): no answer.",
  );
  expect(text).not.toContain("hint");
});

test("the timeline names an issue and leaves its quotes to the section of issues", () => {
  const timeline = timelineSection(session([{ ...loop, description: `${"Long ".repeat(60)}end.` }])).join(
    "\n",
  );
  expect(timeline).toContain("### Turn 2: ⚠️ Warning: loop");
  expect(timeline).toMatch(/^Long Long .*… \(\[quotes\]\(#issues\)\)$/m);
  expect(timeline).not.toContain("The tide turns.");
});

test("the rate is of whoever told that turn, and of nobody where a model had the last word", () => {
  const state = session([
    loop,
    { ...loop, turn: 1, description: "Again." },
    { ...loop, turn: 2, source: "loop, confirmed by haiku-4.5" },
  ]);
  const mixed = {
    ...state,
    records: state.records.map((record) =>
      record.turn === 1 ? { ...record, narrator: { ...record.narrator, model: "anthropic/claude" } } : record,
    ),
  };
  const text = issuesSection(mixed).join("\n");
  expect(text).toMatch(/^- How far to trust loop \(turn 2\): on house text /m);
  expect(text).toMatch(
    /^- How far to trust loop \(turn 1\): error rate unknown for this kind of text; on human text /m,
  );
  expect(text).toContain("- How far to trust loop (turn 2): confirmed by a model: error rate unknown.");
  const none = issuesSection({ ...mixed, issues: [] }).join("\n");
  expect(none).toContain("Of faults planted in house text");
  expect(none).toContain("a model's text is not known");
});

test("a rate is quoted with its note", () => {
  expect(section([{ ...loop, type: "stuck", source: "stuck" }], { model: "anthropic/claude" })).toContain(
    "(without a guide there are no pulses to wait for",
  );
});

test("what is not the narrator's doing says so", () => {
  expect(section([{ ...loop, type: "leak", source: "leak", by: "player" }])).toContain(
    "- **Turn 2, secret-leak** (warning, a player's doing: in no failure and no score): ",
  );
  expect(section([{ ...loop, type: "leak", source: "leak", by: "relay" }])).toContain("the relay's doing");
});
