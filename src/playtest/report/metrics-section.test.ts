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
};

test("failures are counted per ten story turns", () => {
  const text = section([{ phase: "creation" }, {}, { issues: [leak] }]);
  expect(text).toContain(
    "**Failures**: 1 (5 per ten story turns read): breakdowns 0, loops 0, contradictions 0, guide deviations 0, character breaks 0, confused players 0, stalls 0, leaks 1, takeovers 0, rushed passages 0, ignored requests 0.",
  );
});

test("every metric is listed under its source", () => {
  const text = section([{ pulse: 1 }, over]);
  expect(text).toMatch(/^- mechanical: .*completion.*stuck/m);
  expect(text).toMatch(/^- reader: test\/reader, mechanical: .*soundness.*breakdowns/m);
  expect(text).toMatch(/^- missing: .*recovery-rate/m);
});
