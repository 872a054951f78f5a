import { expect, test } from "vitest";
import type { Issue, PrivateMoment } from "../../contract/index.ts";
import { readSession, type ReadGiven } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { privateMomentMetrics } from "./private-moment-metrics.ts";
import { readingCoverage } from "./reading-coverage.ts";

const moment = (turn: number, given: Partial<PrivateMoment> = {}): PrivateMoment => ({
  turn,
  seat: 1,
  target: "Alex",
  content: `A yellow coat number ${turn} hangs behind the crypt door.`,
  response: "I see.",
  shared: false,
  payoffDetected: given.payoffTurn !== undefined,
  ...given,
});
const leak = (turn: number, told: PrivateMoment): Issue => ({
  turn,
  kind: "leak",
  description: "",
  severity: "error",
  evidence: [
    { turn: told.turn, text: told.content },
    { turn, text: "Everybody sees the coat." },
  ],
  confidence: 1,
  source: "mechanical",
});

function measured(
  privateMoments: readonly PrivateMoment[],
  { turns = 20, issues = [], read = {} }: { turns?: number; issues?: Issue[]; read?: ReadGiven } = {},
) {
  const state = readSession(exampleSession(Array.from({ length: turns }, () => ({}))), read);
  return privateMomentMetrics({ ...state, privateMoments, issues }, readingCoverage(state));
}

test("what came back; a telling too close to the end does not count", () => {
  expect(measured([moment(1, { payoffTurn: 9 }), moment(2), moment(17)])).toMatchObject({
    count: 3,
    payoffs: 1,
    payoffRate: 0.5,
    spoiled: 0,
  });
});

test("a moment that the narrator revealed is spoiled and no longer a surprise", () => {
  const told = moment(1, { payoffTurn: 8 });
  expect(measured([told, moment(2)], { issues: [leak(5, told)] })).toMatchObject({
    spoiled: 1,
    payoffs: 0,
    payoffRate: 0,
  });
  expect(measured([told], { issues: [leak(12, told)] })).toMatchObject({ spoiled: 1, payoffs: 1 });
});

test("a moment with too few read turns after it leaves the rate, whether it came back or not", () => {
  const read = { 18: "unread" } as const;
  expect(measured([moment(1, { payoffTurn: 9 }), moment(2)], { read }).payoffRate).toBe(0.5);
  expect(measured([moment(1), moment(14, { payoffTurn: 16 })], { read }).payoffRate).toBe(0);
});

test("without a reader, returns, fit and leaks are missing", () => {
  const state = exampleSession([{}, {}]);
  expect(
    privateMomentMetrics({ ...state, privateMoments: [moment(1)] }, readingCoverage(state)),
  ).toMatchObject({
    count: 1,
    payoffs: null,
    payoffRate: null,
    avgBackstoryAlignment: null,
    avgAppropriateness: null,
    spoiled: null,
  });
});

test("the fit is the mean of the rated ones, and missing if too few turns were read", () => {
  const rated = moment(1, { backstoryAlignment: 1, narrativeAppropriateness: 0.5 });
  expect(
    measured([rated, moment(2, { backstoryAlignment: 0.5, narrativeAppropriateness: 0.5 }), moment(3)]),
  ).toMatchObject({ avgBackstoryAlignment: 0.75, avgAppropriateness: 0.5 });
  expect(measured([moment(1)])).toMatchObject({ avgBackstoryAlignment: null, avgAppropriateness: null });
  const unread = Object.fromEntries([1, 2, 3].map((turn) => [turn, "unread" as const]));
  expect(measured([rated], { read: unread })).toMatchObject({ avgBackstoryAlignment: null });
});
