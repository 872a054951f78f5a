import { expect, test } from "vitest";
import type { Issue, SessionResult } from "../../contract/index.ts";
import { exampleSession } from "../../../tests/support/example-session.ts";
import { sessionMetrics } from "../metrics/index.ts";
import { metricsSection } from "./metrics-section.ts";

const section = (...given: Parameters<typeof exampleSession>) => {
  const state = exampleSession(...given);
  return metricsSection(state, { metrics: sessionMetrics(state) } as SessionResult).join("\n");
};
const over = { ending: { outcome: "completed" as const, why: "" } };
const leak: Issue = {
  turn: 1,
  type: "leak",
  description: "",
  severity: "warning",
  evidence: [{ turn: 1, text: "" }],
  confidence: 1,
  source: "leak",
  by: "player",
};

test("a score says how much of its weight it is made of", () => {
  // Completion, efficiency and soundness: 75 of 105.
  expect(section([{ pulse: 1 }, over])).toMatch(
    /^\*\*Score: [\d.]+ of 100\*\* \(95 %: [\d.]+ to [\d.]+, .*\), from 71 % of the weight that needs no judge$/m,
  );
});

test("where too little is there, there is no score, and why is said", () => {
  const text = section([{ pulse: 1 }]);
  expect(text).toContain(
    "**Score**: none; 33 % of the weight that needs no judge could be measured, which is less than half.",
  );
  expect(text).toContain("Missing: completion (the session is not over); ");
});

test("failures are the narrator's, for every ten turns of the story, and what players did is told beside them", () => {
  const text = section([{ phase: "creation" }, { issues: [leak] }, { issues: [{ ...leak, by: undefined }] }]);
  expect(text).toContain("**Failures**: 1 (5 for every ten turns of the story): ");
  expect(text).toContain(
    " 1 issue more is the players' doing, or the relay's, and counts in no failure and no score.",
  );
  expect(section([{}])).not.toContain("players' doing");
});

test("how far to trust the numbers is said without numbers that were measured elsewhere", () => {
  const trust = /^\*\*How far to trust this\*\*.*$/m.exec(section([{ pulse: 1 }, over]))![0];
  expect(trust).toMatch(/no error rate is known .*docs\/guide\/metrics\.md/);
  expect(trust).not.toMatch(/\d/);
});
