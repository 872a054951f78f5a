import { expect, test } from "vitest";
import type { Issue, SessionResult } from "../../contract/index.ts";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { measureSession, sessionMetrics } from "../metrics/index.ts";
import { metricsSection } from "./metrics-section.ts";
import { scoreSection } from "./session-report.ts";

const section = (...given: Parameters<typeof exampleSession>) => {
  const state = readSession(exampleSession(...given));
  return metricsSection(state, { metrics: sessionMetrics(state) } as SessionResult).join("\n");
};
const over = { ending: { outcome: "completed" as const, why: "" } };
const leak: Issue = {
  turn: 1,
  kind: "leak",
  description: "",
  severity: "warning",
  evidence: [{ turn: 1, text: "" }],
  confidence: 1,
  source: "leak",
};

test("failures are counted by kind and per ten story turns", () => {
  const text = section([{ phase: "creation" }, {}, { issues: [leak] }]);
  expect(text).toContain("- total: 1 (without forced segues, which count with the tangents)");
  expect(text).toMatch(/^- per ten story turns: 5$/m);
  expect(text).toMatch(/^- leaks: 1$/m);
  expect(text).toMatch(/^- contradictions: 0$/m);
});

test("every metric is listed under its source", () => {
  const text = section([{ pulse: 1 }, over]);
  expect(text).toMatch(/^- mechanical: .*completion.*stuck/m);
  expect(text).toMatch(/^- reader: test\/reader, mechanical: .*craft.*breakdowns/m);
  expect(text).toMatch(/^- missing: .*recovery-rate/m);
});

test("the score shows its parts, every episode and the table of points", () => {
  const state = readSession(exampleSession([{ pulse: 1 }, { issues: [{ ...leak, turn: 2 }], ...over }]));
  const { metrics, episodes: issues } = measureSession(state);
  const text = scoreSection({ metrics, issues } as unknown as SessionResult).join("\n");
  expect(text).toContain(
    "- completion: 5 % (1 of 20 beats)\n- craft: 95 (100 − 5 points lost, at least 0)\n- overall: 4.8 (completion × craft)\n",
  );
  expect(text).toContain("| t2-leak | leak | 2 | 5 |");
  expect(text).toMatch(/^Table of points: .*ignored-request 3, /m);
  const unread = {
    ...metrics,
    score: {
      ...metrics.score,
      craft: null,
      overall: null,
      missing: [{ name: "craft" as const, why: "no reader was asked" }],
    },
  };
  expect(scoreSection({ metrics: unread, issues: [] } as unknown as SessionResult).join("\n")).toContain(
    "- craft: missing, no reader was asked\n- completion: 5 % (1 of 20 beats)\n- points lost, as far as known: 5\n",
  );
});
