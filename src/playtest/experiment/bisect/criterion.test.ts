import { expect, test } from "vitest";
import { createFold } from "../../../kernel/journal/index.ts";
import { exampleRecord } from "../../../../tests/support/playtest/example-record.ts";
import { exampleConfig } from "../../../../tests/support/playtest/example-session.ts";
import { foldSession, newSession } from "../../session/index.ts";
import { criterionText, readCriterion, recoveryOf } from "./criterion.ts";

const turn = (number: number, more: object = {}) => ({
  ...exampleRecord({
    turn: number,
    text: "The tide goes out.",
    players: ["Hm.", "Hm.", "Hm."],
    relay: "We wait.",
  }),
  ...more,
});
const issue = {
  turn: 3,
  type: "loop",
  description: "again",
  severity: "error",
  evidence: [{ turn: 3, text: "The tide" }],
  confidence: 1,
  source: "loop",
} as const;
const totals = createFold().totals();
const session = (...records: ReturnType<typeof turn>[]) => ({
  totals,
  state: foldSession(newSession({ sessionId: "s", config: exampleConfig() }), records),
});

test("overall is refused: replays have different parts of it", () => {
  expect(() => readCriterion("overall>=70")).toThrow(/has different parts/);
});

test("METRIC>=N and METRIC<=N are read with or without spaces", () => {
  expect(readCriterion(undefined)).toBeNull();
  expect(readCriterion("pulses>=2")).toEqual({ metric: "pulses", sign: ">=", value: 2 });
  expect(readCriterion(" issues <= 0 ")).toEqual({ metric: "issues", sign: "<=", value: 0 });
  expect(criterionText(readCriterion("issues<=0"))).toBe("issues is at most 0");
});

test.each([
  "pulses",
  "pulses>2",
  "pulses>=",
  "pulses>=many",
  "pulse>=1",
  ">=1",
  "",
  "completion>=0.5",
  "fun-factor>=3",
])("%j is refused, and the error shows a valid criterion", (text) => {
  expect(() => readCriterion(text)).toThrow(expect.objectContaining({ code: "bad-criterion", exit: 2 }));
});

test("recovered means a new pulse or the end within these turns, without an error in them", () => {
  const pulse = { pulse: 1, guidePulse: "p" };
  expect(recoveryOf(session(turn(1, pulse), turn(2), turn(3)), { from: 2, to: 3 }, null).recovered).toBe(
    false,
  );
  expect(recoveryOf(session(turn(1), turn(2, pulse), turn(3)), { from: 2, to: 3 }, null).recovered).toBe(
    true,
  );
  expect(
    recoveryOf(session(turn(1), turn(2, pulse), turn(3, { issues: [issue] })), { from: 2, to: 3 }, null),
  ).toEqual({ recovered: false, why: "loop in turn 3" });
  expect(
    recoveryOf(session(turn(1), turn(2, pulse), turn(3, { issues: [issue] })), { from: 1, to: 2 }, null)
      .recovered,
  ).toBe(true);
  expect(
    recoveryOf(
      session(turn(1), turn(2), turn(3, { ending: { outcome: "completed", why: "the end" } })),
      { from: 2, to: 3 },
      null,
    ).recovered,
  ).toBe(true);
  expect(
    recoveryOf(
      session(turn(1), turn(2, pulse), turn(3, { ending: { outcome: "failed", why: "loops" } })),
      { from: 2, to: 3 },
      null,
    ).recovered,
  ).toBe(false);
});

test("a missing metric gives no result", () => {
  expect(
    recoveryOf(
      session(turn(1), turn(2)),
      { from: 2, to: 2 },
      { metric: "recovery-rate", sign: ">=", value: 0.5 },
    ),
  ).toMatchObject({ recovered: null });
  expect(
    recoveryOf(session(turn(1), turn(2)), { from: 2, to: 2 }, { metric: "pulses", sign: "<=", value: 0 }),
  ).toMatchObject({ recovered: true });
});
