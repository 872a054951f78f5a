import { expect, test } from "vitest";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { judgeGate } from "./gate.ts";
import { metricNames } from "./metric-table.ts";
import { sessionMetrics, unjudged } from "./session-metrics.ts";

const ending = { outcome: "completed" as const, why: "" };
const session = (turns: number) =>
  exampleSession(
    Array.from({ length: turns }, (_, index) => ({
      pulse: index + 1,
      ...(index === turns - 1 && { ending }),
    })),
    exampleConfig({ expectedPulses: turns }),
  );

test("every metric names its source", () => {
  const { sources, read } = sessionMetrics(readSession(session(10), { 4: "unread" }), {
    quality: { ...unjudged, pacing: 8 },
    judge: "judge: test/judge",
  });
  expect(Object.keys(sources).toSorted()).toEqual(metricNames.toSorted());
  expect(sources).toMatchObject({
    completion: "mechanical",
    craft: "reader: test/reader, mechanical",
    contradictions: "reader: test/reader",
    stuck: "mechanical",
    pacing: "judge: test/judge",
    coherence: "missing",
    "recovery-rate": "missing",
  });
  expect(read).toEqual({ turns: [1, 2, 3, 5, 6, 7, 8, 9, 10], of: 10 });
});

test("gates that lack a reader's or a judge's numbers fail, and name the cause", () => {
  const metrics = sessionMetrics(session(10));
  const read = { turns: [], of: 10, unread: [], notLookedFor: [] };
  expect(judgeGate({ metric: "failures", most: 100 }, { metrics, read }).says).toBe(
    "failures could not be measured: 0 of 10 turns were read. No model read the turns (name an observer) (required: ≤ 100).",
  );
  expect(judgeGate({ metric: "loops", most: 0 }, { metrics, read }).is).toBe("missing");
  const unread = [{ turn: 1, why: "HTTP 529", attempts: 4 }];
  const failed = { metrics, read: { ...read, asked: "haiku", unread } };
  expect(judgeGate({ metric: "contradictions", most: 0 }, failed).says).toContain(
    "Not read: turn 1. haiku failed after 4 attempts: HTTP 529 (required",
  );
  const unjudged = { judge: "opus-4.5", why: "HTTP 529", attempts: 4 };
  const because = "judge opus-4.5 failed after 4 attempts: HTTP 529; scores are missing";
  const lacking = sessionMetrics(readSession(session(10)), { whyUnjudged: because });
  for (const metric of ["pacing", "overall"])
    expect(judgeGate({ metric, least: 1 }, { metrics: lacking, unjudged }).says).toBe(
      `${metric} could not be measured: ${because} (required: ≥ 1).`,
    );
});
