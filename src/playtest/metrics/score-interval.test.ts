import { expect, test } from "vitest";
import type { Issue } from "../../contract/index.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { readingCoverage } from "./reading-coverage.ts";
import { turnUnits } from "./score-interval.ts";

const issue = (type: Issue["type"], turn: number, by?: Issue["by"]): Issue => ({
  turn,
  type,
  description: "",
  severity: "warning",
  evidence: [{ turn, text: "" }],
  confidence: 1,
  source: "test",
  ...(by && { by }),
});

test("a turn brings what the score is made of: creation is no story, and what is not the narrator's failure is none", () => {
  const state = readSession(
    exampleSession([
      { phase: "creation", issues: [issue("repetition", 1)] },
      {
        pulse: 1,
        issues: [issue("forced-return", 2), issue("leak", 2, "player")],
      },
      { issues: [issue("breakdown", 3), issue("contradiction", 3)] },
    ]),
  );
  const relayed = [{ turn: 3, wanted: [0, 1, 2], changed: [], dropped: [1] }];
  expect(turnUnits(state, { relayed, read: readingCoverage(state) })).toMatchObject([
    { story: 0, pulses: 0, failures: 1, wanted: 0 },
    { story: 1, pulses: 1, failures: 0, wanted: 0 },
    { story: 1, pulses: 0, failures: 2, wanted: 3, survived: 2 },
  ]);
});
