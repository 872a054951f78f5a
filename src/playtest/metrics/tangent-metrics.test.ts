import { expect, test } from "vitest";
import type { Issue, Tangent } from "../../contract/index.ts";
import { readSession, type ReadGiven } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { sessionMetrics } from "./session-metrics.ts";

type Given = Partial<Tangent> & Pick<Tangent, "startTurn">;
const tangent = ({ startTurn, endTurn, recoveryMethod = "hook", ...given }: Given): Tangent => ({
  startTurn,
  ...(endTurn !== undefined && { endTurn }),
  length: (endTurn ?? startTurn) - startTurn,
  initiator: "Sam",
  type: "humour",
  about: "football",
  quote: "Goal!",
  intensity: "light",
  recoveryMethod,
  ...(recoveryMethod !== "none" && {
    segueQuality: { hook: 5, redirect: 3, ignored: 2, forced: 1 }[recoveryMethod],
  }),
  reached: true,
  noticed: true,
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
    responses.includes(index + 1) ? { classification: { types: ["tangent-response" as const] } } : {},
  );
  const issues = forced.map((turn): Issue => ({
    turn,
    kind: "forced-segue",
    description: "",
    severity: "warning",
    evidence: [{ turn, text: "" }],
    confidence: 1,
    source: "test",
  }));
  const state = readSession(exampleSession(records), read);
  return sessionMetrics({ ...state, tangents: tangents.map(tangent), issues }).tangents;
}

test("length, recovery and ending of tangents", () => {
  const metrics = measured([
    { startTurn: 2, endTurn: 3 },
    { startTurn: 5, endTurn: 10, recoveryMethod: "forced" },
    { startTurn: 12, endTurn: 14, recoveryMethod: "none" },
    { startTurn: 20, endTurn: 23, recoveryMethod: "redirect" },
  ]);
  expect(metrics).toMatchObject({
    count: 4,
    avgLength: 3,
    maxLength: 5,
    recoveryRate: 0.75,
    avgSegueQuality: (5 + 1 + 3) / 3,
    forcedSegueCount: 1,
    dropped: 1,
    open: 0,
    patience: null,
  });
});

test("patience: compares later returns with earlier ones", () => {
  const slower = measured([
    { startTurn: 1, endTurn: 2 },
    { startTurn: 4, endTurn: 5 },
    { startTurn: 7, endTurn: 10 },
    { startTurn: 12, endTurn: 15 },
  ]);
  expect(slower.patience).toEqual({ turnsToReturn: 2, segueQuality: 0, returns: 4 });
  const blunter = measured([
    { startTurn: 1, endTurn: 2 },
    { startTurn: 4, endTurn: 5 },
    { startTurn: 7, endTurn: 8 },
    { startTurn: 12, endTurn: 13, recoveryMethod: "forced" },
    { startTurn: 15, endTurn: 16, recoveryMethod: "forced" },
  ]);
  expect(blunter.patience).toEqual({ turnsToReturn: 0, segueQuality: -4, returns: 5 });
});

test("without a reader, or with too few read turns, every number is missing", () => {
  const state = exampleSession(Array.from({ length: 10 }, () => ({})));
  const nobody = sessionMetrics(state).tangents;
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
