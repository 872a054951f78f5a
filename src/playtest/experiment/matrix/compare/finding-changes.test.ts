import { expect, test } from "vitest";
import type { MatrixRow } from "../../../../contract/index.ts";
import { findingChanges } from "./finding-changes.ts";
import { moreGroups } from "./more-groups.ts";

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
  broken: false,
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
    ["repetition", 12, 0, 12, "gone"],
    ["contradiction", 0, 12, 12, "new"],
    ["stuck", 12, 12, 12, "unchanged"],
    ["leak", 0, 1, 1, "new"],
  ]);
  const p = Object.fromEntries(changes.map((each) => [each.type, each.p]));
  expect(p["contradiction"]).toBeLessThan(0.01);
  expect(p["leak"]).toBeGreaterThan(0.05);
});

test("several narrators are counted apart, each with its name", () => {
  const of = (narrator: string, contradictions: number) =>
    pairs(6, { contradictions: 0 }, { contradictions }).map(({ before, after }) => ({
      before: { ...before, narrator },
      after: { ...after, narrator },
    }));
  expect(findingChanges([...of("calm", 0), ...of("wild", 1)], ["p"])).toMatchObject([
    { prompt: "p", narrator: "wild", type: "contradiction", before: 0, now: 6, of: 6, change: "new" },
  ]);
  expect(findingChanges(of("wild", 1), ["p"])[0]).not.toHaveProperty("narrator");
});

test("a larger effect needs fewer groups; none, or a tiny one, cannot be decided", () => {
  const more = (effectSize: number | null) =>
    moreGroups({ pairs: 6, effectSize, alpha: 0.05, comparisons: 1 });
  expect(more(0.5)).toBe(28);
  expect(more(-0.25)).toBeGreaterThan(100);
  expect([more(null), more(0), more(0.001)]).toEqual([null, null, null]);
});
