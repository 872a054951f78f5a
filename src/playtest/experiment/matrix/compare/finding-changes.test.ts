import { expect, test } from "vitest";
import type { MatrixRow } from "../../../../contract/index.ts";
import { findingChanges } from "./finding-changes.ts";

const row = (metrics: MatrixRow["metrics"]): MatrixRow => ({
  sessionId: "s",
  story: "st",
  prompt: "p",
  narrator: "n",
  pair: "st/1",
  seed: "1",
  outcome: "completed",
  why: "",
  metrics,
  cost: 0,
  atMost: 0,
  unpriced: 0,
  durationMs: 0,
});
const pairs = (count: number, before: MatrixRow["metrics"], after: MatrixRow["metrics"]) =>
  Array.from({ length: count }, () => ({ before: row(before), after: row(after) }));

test("new, gone and more frequent kinds, each with a corrected p; a kind that was not measured is left out", () => {
  const changes = findingChanges(
    [
      ...pairs(
        12,
        { contradictions: 0, loops: 1, stuck: 1, confusion: null },
        { contradictions: 2, loops: 0, stuck: 1, confusion: 3 },
      ),
      ...pairs(1, { "secret-leaks": 0 }, { "secret-leaks": 1 }),
    ],
    ["p"],
  );
  expect(changes.map(({ type, before, now, of, change }) => [type, before, now, of, change])).toEqual([
    ["loop", 12, 0, 12, "gone"],
    ["contradiction", 0, 12, 12, "new"],
    ["stuck", 12, 12, 12, "unchanged"],
    ["leak", 0, 1, 1, "new"],
  ]);
  const p = Object.fromEntries(changes.map((each) => [each.type, each.p]));
  expect(p["contradiction"]).toBeLessThan(0.01);
  expect(p["leak"]).toBeGreaterThan(0.05);
});
