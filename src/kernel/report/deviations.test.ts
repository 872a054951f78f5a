import { expect, test } from "vitest";
import type { Deviation } from "../../contract/index.ts";
import { countDeviations, deviationCountsSection, deviationsSection } from "./deviations.ts";

const byRules = (turns: number[], what = "timeout"): Deviation => ({
  kind: "classified-by-rules",
  turns,
  what,
  source: "turn record",
});

test("a report without deviations says so", () => {
  expect(deviationsSection([])).toEqual(["## Deviations", "", "None.", ""]);
  expect(deviationCountsSection([])).toEqual(["## Deviations", "", "None.", ""]);
});

test("each line says what, in which turns, and where it is recorded; untrusted text is escaped", () => {
  expect(deviationsSection([byRules([3, 5, 6, 7, 9, 10], "<b>no</b>\n# Heading"), byRules([2])])).toEqual([
    "## Deviations",
    "",
    "- Classified by rules instead of the classifier model in turns 3, 5 to 7, 9, 10: &lt;b&gt;no&lt;/b&gt; \\# Heading (source: turn record)",
    "- Classified by rules instead of the classifier model in turn 2: timeout (source: turn record)",
    "",
  ]);
});

test("over many sessions they are counted by kind: a turn once, with the most frequent cause", () => {
  const damaged: Deviation = { kind: "damaged-file", turns: [], what: "line 3", source: "journal" };
  const counts = countDeviations([
    [damaged, byRules([1, 2], "no answer"), byRules([2], "late")],
    [byRules([4], "late")],
    [],
  ]);
  expect(counts).toEqual([
    { kind: "classified-by-rules", sessions: 2, turns: 3, what: "no answer" },
    { kind: "damaged-file", sessions: 1, turns: 0, what: "line 3" },
  ]);
  expect(deviationCountsSection(counts)[2]).toBe(
    "- Classified by rules instead of the classifier model: 2 sessions, 3 turns. Most often: no answer",
  );
});
