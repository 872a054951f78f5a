import { expect, test } from "vitest";
import type { IssueType, OperatorName } from "../../contract/index.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { transcriptOf } from "./clean-transcript.ts";
import { detectorScore, operatorScore, PREVALENCE, scoreDetectors } from "./detector-rates.ts";
import type { Tried } from "./planted-faults.ts";

const tried = (operator: OperatorName, expects: IssueType, hits: readonly boolean[], window = 2): Tried[] =>
  hits.map((hit) => ({
    operator,
    expects,
    hit,
    window,
    transcript: "t",
    turn: 3,
    endTurn: 3,
    about: "",
  }));

test("rates equal those computed by hand", () => {
  expect(PREVALENCE).toBe(0.01);
  // Of 100 faults in 10,000 turns 80 are found, and 99 of the 9,900 other turns raise an alarm: 80 of 179 are right. By chance one in 50 would be.
  expect(
    detectorScore("repetition", { cleanTurns: 200, falseAlarms: 2, planted: 10, hits: 8, window: 2 }),
  ).toEqual({
    name: "repetition",
    cleanTurns: 200,
    falseAlarms: 2,
    hits: 8,
    per100Turns: 1,
    per100Interval: [0.27, 3.57],
    precision: 0.4469,
    precisionInterval: [0.1217, 0.7762],
    lift: 22.3,
  });
  expect(
    operatorScore({ name: "loop-verbatim", expects: "repetition" }, { planted: 10, hits: 8 }),
  ).toMatchObject({
    recall: 0.8,
    interval: [0.4902, 0.9433],
  });
});

test("more copies of the same fault change neither precision nor lift", () => {
  const few = detectorScore("stuck", { cleanTurns: 167, falseAlarms: 9, planted: 4, hits: 3, window: 7.5 });
  const many = detectorScore("stuck", {
    cleanTurns: 167,
    falseAlarms: 9,
    planted: 400,
    hits: 300,
    window: 7.5,
  });
  expect([many.precision, many.lift]).toEqual([few.precision, few.lift]);
});

test("without false positives precision is 1, with its interval", () => {
  expect(
    detectorScore("repetition", { cleanTurns: 595, falseAlarms: 0, planted: 60, hits: 60, window: 2 }),
  ).toMatchObject({
    per100Turns: 0,
    per100Interval: [0, 0.64],
    precision: 1,
    precisionInterval: [0.5968, 1],
    lift: 50,
  });
});

test("unknown values are null", () => {
  const none = { precision: null, precisionInterval: null, lift: null };
  expect(
    detectorScore("breakdown", { cleanTurns: 100, falseAlarms: 1, planted: 0, hits: 0, window: 0 }),
  ).toMatchObject({ per100Turns: 1, ...none });
  expect(
    detectorScore("repetition", { cleanTurns: 100, falseAlarms: 0, planted: 5, hits: 0, window: 2 }),
  ).toMatchObject({ per100Turns: 0, ...none });
  expect(
    detectorScore("repetition", { cleanTurns: 0, falseAlarms: 0, planted: 5, hits: 5, window: 2 }),
  ).toMatchObject({ per100Turns: null, per100Interval: null, ...none });
  expect(operatorScore({ name: "secret-leak", expects: "leak" }, { planted: 0, hits: 0 })).toMatchObject({
    expects: "leak",
    recall: null,
    interval: null,
  });
});

test("each finding and each fault is scored separately", () => {
  const { records } = exampleSession([
    {
      issues: [
        {
          turn: 1,
          type: "repetition",
          description: "",
          severity: "warning",
          evidence: [],
          confidence: 1,
          source: "mechanical",
        },
      ],
    },
    {},
    {},
    {},
  ]);
  const rates = scoreDetectors({
    transcripts: [transcriptOf({ name: "t", config: exampleConfig(), records })],
    tried: [
      ...tried("loop-verbatim", "repetition", [true, false], 3),
      ...tried("secret-leak", "leak", [true]),
    ],
  });
  expect(rates.operators.filter(({ planted }) => planted > 0)).toMatchObject([
    { name: "loop-verbatim", hits: 1, planted: 2 },
    { name: "secret-leak", hits: 1, planted: 1 },
  ]);
  const of = (wanted: IssueType) => rates.detectors.find(({ name }) => name === wanted);
  // .5 × .01 against .25 × .99, and three turns in which an alarm would have done.
  expect(of("repetition")).toMatchObject({
    cleanTurns: 4,
    falseAlarms: 1,
    hits: 1,
    precision: 0.0198,
    lift: 0.7,
  });
  expect(of("leak")).toMatchObject({ falseAlarms: 0, hits: 1, precision: 1, lift: 50 });
  expect(of("contradiction")).toBeUndefined();
});
