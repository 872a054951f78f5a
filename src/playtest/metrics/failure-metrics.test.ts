import { expect, test } from "vitest";
import type { Issue, IssueType } from "../../contract/index.ts";
import { exampleFinding, readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import type { SessionState } from "../session/index.ts";
import { notLookedFor } from "./failure-metrics.ts";
import { readingCoverage } from "./reading-coverage.ts";
import { sessionMetrics } from "./session-metrics.ts";

/** Every turn was read. */
const failureMetrics = (state: SessionState, contents: Parameters<typeof readSession>[1] = {}) =>
  sessionMetrics(readSession(state, contents)).failures;

const issue = (kind: IssueType, turn: number): Issue => ({
  turn,
  kind,
  description: "",
  severity: "warning",
  evidence: [{ turn, text: "" }],
  confidence: 1,
  source: "mechanical",
});
/** A beat of the narrator's own, so that nothing stalls. */
const beat = { ownBeat: true as const };

test("failures by kind and per ten turns; forced segues belong to the tangents", () => {
  const turns = Array.from({ length: 20 }, (_, index) => ({
    ...(index > 10 && beat),
    issues:
      index === 4
        ? [issue("loop", 5), issue("forced-segue", 5)]
        : index === 9
          ? [issue("loop", 10), issue("breakdown", 10)]
          : [],
  }));
  expect(failureMetrics(exampleSession(turns))).toMatchObject({
    loops: 2,
    stuckMoments: 1,
    breakdowns: 1,
    contradictions: 0,
    confusionEvents: 0,
    total: 4,
    perTenTurns: 2,
  });
});

test("confirmed findings count, others do not", () => {
  expect(
    failureMetrics(exampleSession([{}, {}]), {
      1: {
        findings: [
          exampleFinding(1),
          exampleFinding(1, { kind: "character-break" }),
          exampleFinding(1, { state: "refuted" }),
          exampleFinding(1, { state: "unconfirmed" }),
        ],
      },
    }),
  ).toMatchObject({ contradictions: 1, characterBreaks: 1, total: 2 });
});

test("without a reader only what code finds has a number, and nothing that sums up all kinds has one", () => {
  const state = exampleSession([{ issues: [issue("loop", 1)] }, {}]);
  const read = readingCoverage(state);
  expect(sessionMetrics(state).failures).toMatchObject({
    breakdowns: null,
    loops: 1,
    contradictions: null,
    characterBreaks: null,
    guideDeviations: null,
    confusionEvents: null,
    stuckMoments: 0,
    others: { leak: null, "ignored-request": null },
    total: null,
    perTenTurns: null,
  });
  const missing = notLookedFor(read, { observerModel: "test/reader" });
  expect(missing).toEqual(expect.arrayContaining(["contradiction", "ignored-request", "leak"]));
  expect(missing.filter((kind) => ["loop", "breakdown", "stuck"].includes(kind))).toEqual([]);
  expect(notLookedFor({ enough: true }, { observerModel: "test/reader" })).toEqual([]);
  const findings = { "off-brand": { is: "praise", not: "a joke", points: 5 } };
  expect(notLookedFor({ enough: true }, { observerModel: "house", findings })).toEqual(["off-brand"]);
});

test("rates are over read turns; below nine in ten there is none", () => {
  const state = exampleSession(
    Array.from({ length: 20 }, (_, index) => ({
      ...beat,
      issues: [0, 4].includes(index) ? [issue("loop", index + 1)] : [],
    })),
  );
  expect(failureMetrics(state, { 1: "unread", 3: "unread" })).toMatchObject({
    loops: 2,
    total: 2,
    perTenTurns: 10 / 18,
  });
  expect(failureMetrics(state, { 1: "unread", 3: "unread", 4: "unread" })).toMatchObject({
    loops: 2,
    contradictions: null,
    total: null,
    perTenTurns: null,
  });
});
