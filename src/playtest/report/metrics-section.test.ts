import { expect, test } from "vitest";
import type { Issue, SessionResult } from "../../contract/index.ts";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { sessionMetrics } from "../metrics/index.ts";
import { metricsSection } from "./metrics-section.ts";

const section = (...given: Parameters<typeof exampleSession>) => {
  const state = readSession(exampleSession(...given));
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

test("a score gives its share of the weight", () => {
  // Completion, efficiency and soundness: 75 of 105.
  expect(section([{ pulse: 1 }, over])).toMatch(
    /^\*\*Score: [\d.]+ of 100\*\*; 71 % of the weight that needs no judge or reader was measured\. One session is one sample: /m,
  );
});

test("with too few parts there is no score, and the reason is given", () => {
  const text = section([{ pulse: 1 }]);
  expect(text).toContain(
    "**Score**: none. Only 33 % of the score's weight could be measured; at least 50 % is required (excluding parts that need an absent judge or reader).",
  );
  expect(text).toContain("Not measured: completion (the session is unfinished); ");
});

test("failures are the narrator's, per ten story turns; what players did is listed separately", () => {
  const text = section([{ phase: "creation" }, { issues: [leak] }, { issues: [{ ...leak, by: undefined }] }]);
  expect(text).toContain(
    "**Failures**: 1 (5 per ten story turns read): breakdowns 0, repetitions 0, contradictions 0, character breaks 0, confused players 0, stalls 0, ignored requests 0, leaks 1.",
  );
  expect(text).toContain(" 1 issue caused by players or the relay is not scored.");
  expect(section([{}])).not.toContain("caused by players");
});

test("every metric is listed under its source", () => {
  const text = section([{ pulse: 1 }, over]);
  expect(text).toMatch(/^- mechanical: .*completion.*breakdowns/m);
  expect(text).toMatch(/^- reader: test\/reader, mechanical: .*soundness/m);
  expect(text).toMatch(/^- missing: .*recovery-rate/m);
});

test("without a reader there is no total of failures, and tangents were not looked for", () => {
  const state = exampleSession([{ issues: [{ ...leak, by: undefined }] }]);
  const text = metricsSection(state, { metrics: sessionMetrics(state) } as SessionResult).join("\n");
  expect(text).toContain("**Failures**: no total, because only mechanical kinds were looked for: ");
  expect(text).toContain("leaks 1");
  expect(text).toContain("**Tangents**: not measured.");
});
