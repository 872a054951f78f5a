import { expect, test } from "vitest";
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
  kind: "loop",
  description: "again",
  severity: "error",
  evidence: [{ turn: 3, text: "The tide" }],
  confidence: 1,
  source: "loop",
} as const;
/** What these turns of a session of these records show. */
const recovery = (
  records: ReturnType<typeof turn>[],
  [from, to]: [number, number],
  criterion: string | undefined = undefined,
) =>
  recoveryOf(foldSession(newSession({ sessionId: "s", config: exampleConfig() }), records), {
    turns: { from, to },
    criterion: readCriterion(criterion),
  });

test("METRIC>=N and METRIC<=N are read with or without spaces", () => {
  expect(readCriterion(undefined)).toBeNull();
  expect(readCriterion("craft>=80")).toEqual({ metric: "craft", sign: ">=", value: 80 });
  expect(readCriterion(" points-lost <= 5 ")).toEqual({ metric: "points-lost", sign: "<=", value: 5 });
  expect(criterionText(readCriterion("loops<=0"))).toBe("loops is at most 0");
});

test.each([
  "loops",
  "loops<2",
  "loops<=",
  "loops<=many",
  "loop<=1",
  "<=1",
  "",
  "completion>=0.5",
  "fun-factor>=3",
  "overall>=170",
])("%j is refused, and the error shows a valid criterion", (text) => {
  expect(() => readCriterion(text)).toThrow(expect.objectContaining({ code: "bad-value", exit: 2 }));
});

test("recovered means a new beat or the end within these turns, without an error in them", () => {
  const pulse = { pulse: 1, guidePulse: "p" };
  const ended = (outcome: string) => turn(3, { ending: { outcome, why: "the end" } });
  expect(recovery([turn(1, pulse), turn(2), turn(3)], [2, 3]).recovered).toBe(false);
  expect(recovery([turn(1), turn(2, pulse), turn(3)], [2, 3]).recovered).toBe(true);
  const looping = [turn(1), turn(2, pulse), turn(3, { issues: [issue] })];
  expect(recovery(looping, [2, 3])).toEqual({ recovered: false, why: "loop in turn 3" });
  expect(recovery(looping, [1, 2]).recovered).toBe(true);
  expect(recovery([turn(1), turn(2), ended("completed")], [2, 3]).recovered).toBe(true);
  expect(recovery([turn(1), turn(2, pulse), ended("failed")], [2, 3]).recovered).toBe(false);
});

test("a metric counts over these turns, also of a session that goes on; a missing one gives no result", () => {
  const looping = [turn(1), turn(2), turn(3, { issues: [issue] })];
  expect(recovery(looping, [2, 3], "loops<=0")).toEqual({ recovered: false, why: "loops 1" });
  // Nobody read these turns, so there may be loops that code does not find.
  expect(recovery(looping, [1, 2], "loops<=0").recovered).toBeNull();
});
