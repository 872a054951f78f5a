import { expect, test } from "vitest";
import type { Issue, IssueType } from "../../contract/index.ts";
import { exampleFinding, readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
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
        ? [issue("repetition", 5), issue("forced-return", 5)]
        : index === 9
          ? [issue("repetition", 10), issue("stuck", 10), issue("breakdown", 10)]
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

test("leaks by players or the relay are not the narrator's failures", () => {
  const leaks = (by?: Issue["by"]) =>
    failureMetrics(exampleSession([{ issues: [{ ...issue("leak", 1), ...(by && { by }) }] }, {}]));
  for (const by of ["player", "relay"] as const)
    expect(leaks(by)).toMatchObject({
      total: 0,
      perTenTurns: 0,
      turns: 0,
      turnsPerTen: 0,
      others: { leak: 0 },
      byPlayers: 1,
    });
  for (const by of ["narrator", undefined] as const)
    expect(leaks(by)).toMatchObject({ total: 1, turns: 1, others: { leak: 1 }, byPlayers: 0 });
});

test("a kind with only hints is not a failure", () => {
  expect(failureMetrics(exampleSession([{ issues: [issue("fallen-thread", 1)] }]))).toMatchObject({
    total: 0,
    turns: 0,
    guideDeviations: null,
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
  ).toMatchObject({ contradictions: 1, characterBreaks: 1, total: 2, unconfirmed: 1 });
});

test("without a reader only mechanical kinds have a number, and nothing that sums up all kinds has one", () => {
  const state = exampleSession([{ issues: [issue("repetition", 1)] }, {}]);
  const read = readingCoverage(state);
  expect(metricsOf(state, read)).toMatchObject({
    breakdowns: 0,
    loops: 1,
    contradictions: null,
    characterBreaks: null,
    guideDeviations: null,
    confusionEvents: null,
    stuckMoments: 0,
    others: { leak: 0, "ignored-request": null },
    total: null,
    perTenTurns: null,
    turns: null,
    turnsPerTen: null,
    unconfirmed: 0,
    byPlayers: 0,
  });
  const missing = notLookedFor(read);
  expect(missing).toEqual(expect.arrayContaining(["contradiction", "ignored-request", "fallen-thread"]));
  expect(missing.filter((kind) => ["repetition", "breakdown", "stuck", "leak"].includes(kind))).toEqual([]);
  expect(notLookedFor({ enough: true })).toEqual([]);
});

test("rates are over read turns; below nine in ten there is none", () => {
  const state = exampleSession(
    Array.from({ length: 20 }, (_, index) => ({ issues: index < 2 ? [issue("repetition", index + 1)] : [] })),
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
      5: { findings: [exampleFinding(5, { kind: "repetition" })] },
    }),
  ).toMatchObject({ loops: 2, contradictions: null, total: null, perTenTurns: null });
});
