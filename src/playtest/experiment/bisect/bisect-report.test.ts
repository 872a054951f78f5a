import { expect, test } from "vitest";
import type { BisectFinding, BisectResult } from "../../../contract/index.ts";
import { bisectFiles, findingText } from "./bisect-report.ts";

const found: BisectFinding = {
  kind: "turn",
  decided: true,
  turn: 7,
  probability: 0.998,
  span: { from: 7, to: 7, probability: 0.9961 },
  noSingleTurn: 0.001,
};
const plan = {
  changed: { label: "unchanged", wish: {} },
  checkpoints: [{ file: "f", sessionId: "s", turn: 0 }],
  turns: 8,
};

test("the first line names the turn and its probability, in the words of the table", () => {
  expect(findingText(found, plan)).toBe(
    "After turn 7 the session no longer recovers within 8 turns (over 99 % sure).",
  );
  expect(findingText({ ...found, span: { from: 7, to: 7, probability: 0.916 } }, plan)).toContain(
    "(92 % sure)",
  );
  expect(
    findingText(
      { ...found, kind: "span", probability: 0.6, span: { from: 6, to: 7, probability: 0.93 } },
      plan,
    ),
  ).toBe(
    "After turn 6 at the earliest and turn 7 at the latest, the session no longer recovers within 8 turns (93 % sure); most probable is turn 7 (60 %).",
  );
  expect(
    findingText(
      { ...found, kind: "recovers", turn: null, probability: 0.95 },
      { ...plan, changed: { label: "prompt x", wish: {} } },
    ),
  ).toContain("The session, continued with prompt x, recovers within 8 turns from every turn");
  expect(
    findingText({ ...found, kind: "no-single-turn", turn: null, probability: 0.8, span: null }, plan),
  ).toContain("There is no single turn");
  expect(findingText({ ...found, kind: "undecided", probability: 0.4, noSingleTurn: 0.2 }, plan)).toBe(
    "Not decided. The most probable answer is turn 7 (40 %); the probability that there is no single such turn is 20 %.",
  );
});

test("text of the transcript cannot break the report", () => {
  const result: BisectResult = {
    version: 2,
    bisectId: "b",
    dir: "bisects/b",
    sessionId: "s|<b>",
    criterion: "c",
    changed: "unchanged",
    says: findingText(found, plan),
    finding: found,
    turns: 8,
    certainty: 0.9,
    notes: [],
    probes: [
      { sessionId: "0001-t7", turn: 7, replicate: 1, recovered: null, why: "<script>|# down" },
      { sessionId: "0002-t7", turn: 7, replicate: 2, recovered: true, why: "pulses 1" },
      { sessionId: "0003-t3", turn: 3, replicate: 3, recovered: true, why: "pulses 1" },
    ],
    byTurn: [{ turn: 7, replays: 1, recovered: 0, missing: 1, interval: [0, 1] }],
    belief: [
      { turn: 7, probability: 0.9961 },
      { turn: null, probability: 0.003 },
    ],
    said: {
      turn: 7,
      narrator: "# Verdict\n<script>alert(1)</script>\n| a | b |",
      relay: "We go.\n## Replays",
    },
    cost: {
      total: 0.5,
      atMost: 0.75,
      unpriced: 1,
      possiblyBilled: { attempts: 2, atMost: 0.25, unpriced: 0 },
    },
    endedBy: "Interrupted.",
    house: false,
  };
  const { report, result: stored } = bisectFiles({ result });
  expect(report.match(/^#+ .*$/gm)).toEqual([
    "# Bisect Report",
    "## Notes",
    "## What was said in turn 7",
    "## Replays by turn",
    "## Replays",
  ]);
  expect(report).not.toContain("<");
  // Crashed replays count on neither side.
  expect(report).toContain("Recovered from before turn 7: 1 of 1; from turn 7 on: 1 of 1.");
  expect(report).toContain(
    "\\$0.5000 at least (1 attempt has no known price); possibly billed: up to \\$0.2500 more for 2 attempts without an answer.",
  );
  expect(report).toContain("| 7 | 1 | 0 | - | 1 | over 99 % |");
  expect(report).toContain("| no single turn |  |  |  |  | under 1 % |");
  expect(JSON.parse(stored as string)).toEqual(result);
});
