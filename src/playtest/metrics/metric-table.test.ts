import { expect, test } from "vitest";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { failedGates } from "./gate.ts";
import { countedMetrics, scoredMetrics } from "./metric-table.ts";
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
  expect(Object.keys(sources).toSorted()).toEqual([...scoredMetrics, ...countedMetrics].toSorted());
  expect(sources).toMatchObject({
    completion: "mechanical",
    soundness: "reader: test/reader, mechanical",
    contradictions: "reader: test/reader",
    stuck: "mechanical",
    pacing: "judge: test/judge",
    coherence: "missing",
    "recovery-rate": "missing",
  });
  expect(read).toEqual({ turns: [1, 2, 3, 5, 6, 7, 8, 9, 10], of: 10 });
});

test("without a reader the score has no part that needs one, and says so", () => {
  const { composite, overall, sources } = sessionMetrics(session(10));
  expect(composite.parts.map(({ name }) => name)).toEqual(["completion", "efficiency", "evenness"]);
  expect(composite.missing.filter(({ needs }) => needs === "reader").map(({ name }) => name)).toEqual([
    "recovery",
    "segues",
    "soundness",
    "payoffs",
  ]);
  expect(overall).not.toBeNull();
  expect(sources).toMatchObject({ soundness: "missing", loops: "mechanical", failures: "missing" });
});

test("if too few turns were read, gates on the reader's metrics and on the score fail", () => {
  const metrics = sessionMetrics(readSession(session(10), { 4: "unread", 5: "unread" }));
  expect(failedGates(metrics, [{ metric: "soundness", least: 0 }])).toEqual([
    expect.stringContaining("8 of 10 turns were read"),
  ]);
  expect(failedGates(metrics, [{ metric: "contradictions", most: 100 }])).toHaveLength(1);
  expect(failedGates(metrics, [{ metric: "overall", least: 0 }])).toEqual([
    expect.stringContaining("lacks the reader's parts: 8 of 10 turns were read"),
  ]);
  expect(failedGates(metrics, [{ metric: "loops", most: 0 }])).toEqual([]);
});

test("gates that lack a reader's or a judge's numbers fail, and name the cause", () => {
  const metrics = sessionMetrics(session(10));
  const read = { turns: [], of: 10, unread: [], notLookedFor: [] };
  expect(failedGates(metrics, [{ metric: "failures", most: 100 }], { read })).toEqual([
    "Gate failed: failures could not be measured: 0 of 10 turns were read. No reader was asked (--observer MODEL) (required: ≤ 100).",
  ]);
  expect(failedGates(metrics, [{ metric: "overall", least: 0 }], { read })).toEqual([
    expect.stringContaining("0 of 10 turns were read. No reader was asked (--observer MODEL)."),
  ]);
  const unread = [{ turn: 1, why: "HTTP 529", attempts: 4 }];
  expect(
    failedGates(metrics, [{ metric: "contradictions", most: 0 }], {
      read: { ...read, asked: "haiku", unread },
    }),
  ).toEqual([expect.stringContaining("Not read: turn 1. haiku failed after 4 attempts: HTTP 529 (required")]);
  const unjudged = { judge: "opus-4.5", why: "HTTP 529", attempts: 4 };
  const because = "judge opus-4.5 failed after 4 attempts: HTTP 529; scores are missing";
  const gates = [
    { metric: "pacing", least: 1 },
    { metric: "overall", least: 1 },
  ] as const;
  const lacking = sessionMetrics(session(10), { whyUnjudged: because });
  expect(failedGates(lacking, gates, { unjudged })).toEqual([
    `Gate failed: pacing could not be measured: ${because} (required: ≥ 1).`,
    expect.stringContaining(`lacks the judge's part: ${because} (required: ≥ 1).`),
  ]);
});
