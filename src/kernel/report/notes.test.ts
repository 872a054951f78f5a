import { expect, test } from "vitest";
import type { Note } from "../../contract/index.ts";
import { countNotes, noteCountsSection, noteLines, notesSection } from "./notes.ts";

const cut = (turns: number[], text = "timeout"): Note => ({ code: "narration-cut", turns, text });

test("a report without notes has no section for them", () => {
  expect([...notesSection([]), ...noteCountsSection([])]).toEqual([]);
});

test("each line says what happened, and in which turns; untrusted text is escaped", () => {
  expect(notesSection([cut([3, 5, 6, 7, 9, 10], "<b>no</b>\n# Heading"), cut([2])])).toEqual([
    "## Notes",
    "",
    "- Narration cut in turns 3, 5 to 7, 9, 10: &lt;b&gt;no&lt;/b&gt; \\# Heading",
    "- Narration cut in turn 2: timeout",
    "",
  ]);
});

test("where space is short, the rest is counted", () => {
  const lines = noteLines(Array.from({ length: 10 }, (_, at) => cut([at + 1])));
  expect([lines.length, lines.at(-1)]).toEqual([9, "and 2 more, in the report"]);
});

test("over many sessions they are counted by code: a turn once, with the most frequent cause", () => {
  const damaged: Note = { code: "torn-line", text: "line 3" };
  const counts = countNotes([[damaged, cut([1, 2], "no answer"), cut([2], "late")], [cut([4], "late")], []]);
  expect(counts).toEqual([
    { code: "narration-cut", sessions: 2, turns: 3, text: "no answer" },
    { code: "torn-line", sessions: 1, turns: 0, text: "line 3" },
  ]);
  expect(noteCountsSection(counts)[2]).toBe("- Narration cut: 2 sessions, 3 turns. Most often: no answer");
});
