import { expect, test } from "vitest";
import type { Issue, Tangent } from "../../contract/index.ts";
import { readSession, type ReadGiven } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { readingCoverage } from "./reading-coverage.ts";
import { sessionMetrics } from "./session-metrics.ts";
import { tangentMetrics } from "./tangent-metrics.ts";

type Given = Partial<Tangent> & Pick<Tangent, "startTurn">;
const tangent = ({ startTurn, endTurn, recoveryMethod = "hook", ...given }: Given): Tangent => ({
  startTurn,
  ...(endTurn !== undefined && { endTurn }),
  length: (endTurn ?? startTurn) - startTurn,
  initiator: "Sam",
  type: "humour",
  intensity: "light",
  recoveryMethod,
  ...(recoveryMethod !== "none" && {
    segueQuality: { hook: 5, redirect: 3, ignored: 2, forced: 1 }[recoveryMethod],
  }),
  woven: recoveryMethod === "hook" ? "woven" : recoveryMethod === "none" ? "unknown" : "discarded",
  ...given,
});

function measured(
  tangents: readonly Given[],
  {
    turns = 30,
    responses = [],
    forced = [],
    read = {},
  }: { turns?: number; responses?: readonly number[]; forced?: readonly number[]; read?: ReadGiven } = {},
) {
  const records = Array.from({ length: turns }, (_, index) =>
    responses.includes(index + 1) ? { classification: { type: "tangent-response" as const } } : {},
  );
  const issues = forced.map((turn): Issue => ({
    turn,
    type: "forced-return",
    description: "",
    severity: "warning",
    evidence: [{ turn, text: "" }],
    confidence: 1,
    source: "test",
  }));
  const state = readSession(exampleSession(records), read);
  return tangentMetrics({ ...state, tangents: tangents.map(tangent), issues }, readingCoverage(state));
}

test("length, recovery and ending of tangents", () => {
  const metrics = measured([
    { startTurn: 2, endTurn: 3 },
    { startTurn: 5, endTurn: 10, recoveryMethod: "forced" },
    { startTurn: 12, endTurn: 14, recoveryMethod: "none" },
    { startTurn: 20, endTurn: 23, recoveryMethod: "ignored" },
  ]);
  expect(metrics).toMatchObject({
    count: 4,
    avgLength: 3,
    maxLength: 5,
    recoveryRate: 0.75,
    avgSegueQuality: (5 + 1 + 2) / 3,
    forcedSegueCount: 1,
    woven: 1,
    discarded: 2,
    dropped: 1,
    open: 0,
    patience: null,
  });
});

test("a tangent still open at the end is not recovered; one that began in the last turn could not be answered", () => {
  expect(
    measured([
      { startTurn: 2, endTurn: 3 },
      { startTurn: 28, recoveryMethod: "none" },
    ]),
  ).toMatchObject({ recoveryRate: 0.5, open: 1 });
  expect(
    measured([
      { startTurn: 2, endTurn: 3 },
      { startTurn: 30, recoveryMethod: "none" },
    ]),
  ).toMatchObject({ recoveryRate: 1, open: 1 });
});

test("without a tangent there is nothing to measure", () => {
  expect(measured([])).toMatchObject({
    count: 0,
    avgLength: null,
    maxLength: null,
    recoveryRate: null,
    avgSegueQuality: null,
    noticed: null,
    patience: null,
    forcedSegueCount: 0,
  });
});

test("a forced segue counts once, also without a tangent", () => {
  expect(
    measured([{ startTurn: 2, endTurn: 3, recoveryMethod: "forced" }], { forced: [3, 9] }).forcedSegueCount,
  ).toBe(2);
});

test("a tangent is recognised if it is answered as one; such an answer without a tangent is a false positive", () => {
  const metrics = measured(
    [
      { startTurn: 2, endTurn: 4, recoveryMethod: "none" },
      { startTurn: 6, endTurn: 8, recoveryMethod: "none" },
    ],
    { responses: [3, 6, 20] },
  );
  expect(metrics).toMatchObject({ noticed: 0.5, explorationTakenForTangent: 2 });
});

test("a turn longer, or a level worse, shows that patience ran out; less does not", () => {
  const degrades = (lengths: readonly number[], methods: ReadonlyArray<Tangent["recoveryMethod"]> = []) =>
    measured(
      lengths.map((length, index) => ({
        startTurn: 1 + 5 * index,
        endTurn: 1 + 5 * index + length,
        recoveryMethod: methods[index] ?? "hook",
      })),
    ).patience?.degrades;
  expect([degrades([1, 1, 2, 2]), degrades([1, 1, 1, 2])]).toEqual([true, false]);
  // A mean of 4 after one of 5, and one of 4⅓.
  expect(degrades([1, 1, 1, 1], ["hook", "hook", "redirect", "hook"])).toBe(true);
  expect(degrades([1, 1, 1, 1, 1, 1], ["hook", "hook", "hook", "redirect", "hook", "hook"])).toBe(false);
});

test("patience: compares later returns with earlier ones", () => {
  const slower = measured([
    { startTurn: 1, endTurn: 2 },
    { startTurn: 4, endTurn: 5 },
    { startTurn: 7, endTurn: 10 },
    { startTurn: 12, endTurn: 15 },
  ]);
  expect(slower.patience).toEqual({
    turnsToReturn: { early: 1, late: 3 },
    segueQuality: { early: 5, late: 5 },
    degrades: true,
  });
  const blunter = measured([
    { startTurn: 1, endTurn: 2 },
    { startTurn: 4, endTurn: 5 },
    { startTurn: 7, endTurn: 8 },
    { startTurn: 12, endTurn: 13, recoveryMethod: "forced" },
    { startTurn: 15, endTurn: 16, recoveryMethod: "forced" },
  ]);
  expect(blunter.patience).toEqual({
    turnsToReturn: { early: 1, late: 1 },
    segueQuality: { early: 5, late: 1 },
    degrades: true,
  });
  expect(
    measured([
      { startTurn: 1, endTurn: 3 },
      { startTurn: 4, endTurn: 6 },
      { startTurn: 7, endTurn: 8 },
      { startTurn: 12, endTurn: 13 },
    ]).patience?.degrades,
  ).toBe(false);
});

test("without a reader, or with too few read turns, every number is missing", () => {
  const state = exampleSession(Array.from({ length: 10 }, () => ({})));
  const nobody = tangentMetrics(state, readingCoverage(state));
  expect(new Set(Object.values(nobody))).toEqual(new Set([null]));
  expect(measured([{ startTurn: 2, endTurn: 3 }], { turns: 10, read: { 8: "unread" } }).count).toBe(1);
  expect(
    measured([{ startTurn: 2, endTurn: 3 }], { turns: 10, read: { 8: "unread", 9: "unread" } }).count,
  ).toBeNull();
});

test("a tangent leaves the rate if its return may be in an unread turn", () => {
  const tangents = [
    { startTurn: 2, endTurn: 3 },
    { startTurn: 20, recoveryMethod: "none" as const },
  ];
  expect(measured(tangents).recoveryRate).toBe(0.5);
  expect(measured(tangents, { read: { 22: "unread" } })).toMatchObject({ recoveryRate: 1, count: 2 });
  expect(measured(tangents, { read: { 10: "unread" } }).recoveryRate).toBe(0.5);
});

test("table talk unknown to the narrator changes no number", () => {
  const strays = (by: number, relayed: boolean) => ({
    strays: { by, about: "football", quote: "Goal!", relayed },
  });
  const back = { returned: { how: "natural" as const, naturalness: 4, woven: true } };
  const state = exampleSession(Array.from({ length: 10 }, () => ({})));
  const quiet = readSession(state, { 3: strays(0, true), 4: back });
  const talking = readSession(state, { 3: strays(0, true), 4: back, 6: strays(2, false), 8: back });
  expect(talking.tangents).toHaveLength(2);
  expect(sessionMetrics(talking)).toEqual(sessionMetrics(quiet));
  expect(sessionMetrics(talking).tangents).toMatchObject({ count: 1, woven: 1, avgSegueQuality: 4 });
});
