import { expect, test } from "vitest";
import type { Note } from "../../contract/index.ts";
import { countNotes, noteCountsSection, noteLines, notesSection } from "./notes.ts";

const byRules = (turns: number[], text = "timeout"): Note => ({ code: "classified-by-rules", turns, text });

test("a report without notes says so", () => {
  expect(notesSection([])).toEqual(["## Notes", "", "None.", ""]);
  expect(noteCountsSection([])).toEqual(["## Notes", "", "None.", ""]);
});

test("each line says what happened, and in which turns; untrusted text is escaped", () => {
  expect(notesSection([byRules([3, 5, 6, 7, 9, 10], "<b>no</b>\n# Heading"), byRules([2])])).toEqual([
    "## Notes",
    "",
    "- Classified by rules instead of the classifier model in turns 3, 5 to 7, 9, 10: &lt;b&gt;no&lt;/b&gt; \\# Heading",
    "- Classified by rules instead of the classifier model in turn 2: timeout",
    "",
  ]);
});

test("where space is short, the rest is counted", () => {
  const lines = noteLines(Array.from({ length: 10 }, (_, at) => byRules([at + 1])));
  expect([lines.length, lines.at(-1)]).toEqual([9, "and 2 more, in the report"]);
});

test("over many sessions they are counted by code: a turn once, with the most frequent cause", () => {
  const damaged: Note = { code: "torn-line", text: "line 3" };
  const counts = countNotes([
    [damaged, byRules([1, 2], "no answer"), byRules([2], "late")],
    [byRules([4], "late")],
    [],
  ]);
  expect(counts).toEqual([
    { code: "classified-by-rules", sessions: 2, turns: 3, text: "no answer" },
    { code: "torn-line", sessions: 1, turns: 0, text: "line 3" },
  ]);
  expect(noteCountsSection(counts)[2]).toBe(
    "- Classified by rules instead of the classifier model: 2 sessions, 3 turns. Most often: no answer",
  );
});
