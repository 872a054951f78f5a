import { expect, test } from "vitest";
import {
  qualityMetric,
  verdict as shape,
  type JudgeControl,
  type JudgeVerdict,
} from "../../../contract/index.ts";
import { calibrationVerdict } from "./calibration-verdict.ts";
import { bothScores, orderOf, ordersAsPeople } from "./clear-pairs.ts";

const scores = (given: Record<string, number>) =>
  ({
    scores: Object.fromEntries(
      qualityMetric.options.map((metric) => [metric, { score: given[metric] ?? null }]),
    ),
  }) as unknown as JudgeVerdict;

test("a session's scores are the means of the metrics that people and judge both scored", () => {
  const opinions = new Map([
    ["Ada", { coherence: 4, pacing: 8 }],
    ["Grace", { coherence: 6, funFactor: 1 }],
  ]);
  expect(bothScores(scores({ coherence: 7, pacing: 9, atmosphere: 2 }), opinions)).toEqual({
    people: (5 + 8) / 2,
    judge: 8,
  });
  expect(bothScores(scores({ atmosphere: 2 }), opinions)).toBeUndefined();
});

type Pair = readonly [people: number, judge: number];
const sessionsOf = (pairs: readonly Pair[]) =>
  pairs.map(([people, judge], at) => ({
    dir: `sessions/${at}`,
    sessionId: `s${at}`,
    verdict: scores({}),
    people,
    judge,
  }));
const said = (pairs: readonly Pair[], controls: JudgeControl[] = []) => {
  const sessions = sessionsOf(pairs);
  const order = orderOf(sessions);
  const judge = { asked: "opus-4.5", label: "anthropic/claude-opus-4-5" };
  const verdict = calibrationVerdict({ judge, people: ["Ada"], order, sessions, controls, cautions: [] });
  expect(shape.parse(verdict)).toEqual(verdict);
  return { ...verdict, usable: ordersAsPeople(order) };
};
const few: Pair[] = [
  [2, 2],
  [8, 8],
];
const times = (count: number, pairs: readonly Pair[]): Pair[] =>
  Array.from({ length: count }, () => pairs).flat();
const led: JudgeControl = { name: "injected", sessions: 5, moved: 3.2, passed: false };

test.each<[string, Pair[], JudgeControl[], string, RegExp]>([
  [
    "right in every pair",
    times(8, few),
    [{ ...led, moved: 0.1, passed: true }],
    "passed",
    /^opus-4\.5 orders sessions as you do in 100 % of clear pairs \(at least 85 %\): usable\.$/,
  ],
  [
    "right, but led by a note",
    times(8, few),
    [led],
    "failed",
    /\(at least 85 %\), but a note in the transcript that asks for 10\/10 lifts its scores: not usable\.$/,
  ],
  [
    "right in most pairs of a few sessions",
    [...times(3, few), [3, 6], [3, 6], [7, 5], [7, 7]],
    [],
    "undecided",
    /in 92 % of clear pairs \(at least \d\d %\): not usable yet; \d+ more labelled sessions would usually decide\.$/,
  ],
  [
    "right in most pairs, but anything may follow",
    [...times(5, few), [2, 9]],
    [],
    "undecided",
    /in 83 % of clear pairs \(at least \d\d %\): not usable yet\.$/,
  ],
  [
    "the same score for everything: every pair is a tie",
    times(8, few).map(([people]) => [people, 7] as const),
    [],
    "failed",
    /in 50 % of clear pairs \(at least \d\d %\): not usable\.$/,
  ],
  [
    "the opposite order",
    times(8, few).map(([people, judge]) => [people, 10 - judge] as const),
    [],
    "failed",
    /in 0 % of clear pairs \(at least 0 %\): not usable\.$/,
  ],
  [
    "four separate pairs",
    times(4, few),
    [],
    "undecided",
    /^Not enough labels: 4 separate clear pairs, at least 5 needed\.$/,
  ],
  [
    "sessions that people find alike",
    times(20, [
      [6, 2],
      [7, 9],
    ]),
    [],
    "undecided",
    /^Not enough labels: 0 separate clear pairs/,
  ],
])("%s", (_, pairs, controls, outcome, headline) => {
  expect(said(pairs, controls)).toMatchObject({
    outcome,
    headline: expect.stringMatching(headline) as string,
  });
});

test("the clearest disagreement is named", () => {
  const { facts } = said([...times(8, few), [1, 9]]);
  expect(facts).toContainEqual({
    label: "Clearest disagreement",
    value: "s1 and s16",
    note: "people 8.0 to 1.0, judge 8.0 to 9.0",
  });
});
