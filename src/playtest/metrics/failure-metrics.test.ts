import { expect, test } from "vitest";
import type { Issue, IssueType } from "../../contract/index.ts";
import { exampleFinding, readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import type { SessionState } from "../session/index.ts";
import { failureMetrics as metricsOf, notLookedFor } from "./failure-metrics.ts";
import { readingCoverage } from "./reading-coverage.ts";

/** Every turn was read. */
const failureMetrics = (state: SessionState, contents: Parameters<typeof readSession>[1] = {}) => {
  const read = readSession(state, contents);
  return metricsOf(read, readingCoverage(read));
};

const issue = (type: IssueType, turn: number): Issue => ({
  turn,
  type,
  description: "",
  severity: "warning",
  evidence: [{ turn, text: "" }],
  confidence: 1,
  source: "mechanical",
});

test("failures by kind and per ten turns; forced segues belong to the tangents", () => {
  const turns = Array.from({ length: 20 }, (_, index) => ({
    issues:
      index === 4
        ? [issue("loop", 5), issue("forced-segue", 5)]
        : index === 9
          ? [issue("loop", 10), issue("stuck", 10), issue("breakdown", 10)]
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
    unconfirmed: 0,
  });
});

test("a kind of the user's own is counted among the others", () => {
  const config = exampleConfig({ findings: { "off-brand": { is: "it is", not: "not", points: 5 } } });
  const findings = [exampleFinding(1, { kind: "off-brand" })];
  expect(failureMetrics(exampleSession([{}, {}], config), { 1: { findings } })).toMatchObject({
    others: { "off-brand": 1 },
    total: 1,
  });
  const unread = exampleSession([{}], config);
  expect(metricsOf(unread, readingCoverage(unread)).others).toMatchObject({ "off-brand": null });
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
  ).toMatchObject({ contradictions: 1, characterBreaks: 1, total: 2, unconfirmed: 1 });
});

test("without a reader only mechanical kinds have a number, and nothing that sums up all kinds has one", () => {
  const state = exampleSession([{ issues: [issue("loop", 1)] }, {}]);
  const read = readingCoverage(state);
  expect(metricsOf(state, read)).toMatchObject({
    breakdowns: 0,
    loops: 1,
    contradictions: null,
    characterBreaks: null,
    guideDeviations: null,
    confusionEvents: null,
    stuckMoments: 0,
    others: { leak: null, "ignored-request": null },
    total: null,
    perTenTurns: null,
    turns: null,
    turnsPerTen: null,
    unconfirmed: 0,
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
    Array.from({ length: 20 }, (_, index) => ({ issues: index < 2 ? [issue("loop", index + 1)] : [] })),
  );
  expect(failureMetrics(state, { 1: "unread", 3: "unread" })).toMatchObject({
    loops: 2,
    total: 2,
    perTenTurns: 10 / 18,
    turns: 1,
  });
  expect(
    failureMetrics(state, {
      1: "unread",
      3: "unread",
      4: "unread",
      5: { findings: [exampleFinding(5, { kind: "loop" })] },
    }),
  ).toMatchObject({ loops: 2, contradictions: null, total: null, perTenTurns: null });
});
