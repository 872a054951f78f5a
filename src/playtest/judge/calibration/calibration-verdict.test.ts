import { expect, test } from "vitest";
import { qualityMetric, verdict as shape, type JudgeVerdict } from "../../../contract/index.ts";
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
const said = (pairs: readonly Pair[]) => {
  const sessions = sessionsOf(pairs);
  const order = orderOf(sessions);
  const judge = { asked: "opus-4.5", label: "anthropic/claude-opus-4-5" };
  const verdict = calibrationVerdict({ judge, people: ["Ada"], order, sessions, cautions: [] });
  expect(shape.parse(verdict)).toEqual(verdict);
  return { ...verdict, usable: ordersAsPeople(order) };
};
const few: Pair[] = [
  [2, 2],
  [8, 8],
];
const times = (count: number, pairs: readonly Pair[]): Pair[] =>
  Array.from({ length: count }, () => pairs).flat();

test.each<[string, Pair[], string, RegExp]>([
  [
    "right in every pair",
    times(8, few),
    "passed",
    /^opus-4\.5 ranks sessions as you do in 100 % of clear pairs \(at least 85 %\): usable\.$/,
  ],
  [
    "right in most pairs of a few sessions",
    [...times(3, few), [3, 6], [3, 6], [7, 5], [7, 7]],
    "undecided",
    /in 92 % of clear pairs \(at least \d\d %\): not usable yet; more labelled sessions may decide\.$/,
  ],
  [
    "right in most pairs, but anything may follow",
    [...times(5, few), [2, 9]],
    "undecided",
    /in 83 % of clear pairs \(at least \d\d %\): not usable yet; more labelled sessions may decide\.$/,
  ],
  [
    "the same score for everything: every pair is a tie",
    times(8, few).map(([people]) => [people, 7] as const),
    "failed",
    /in 50 % of clear pairs \(at least \d\d %\): not usable\.$/,
  ],
  [
    "the opposite order",
    times(8, few).map(([people, judge]) => [people, 10 - judge] as const),
    "failed",
    /in 0 % of clear pairs \(at least 0 %\): not usable\.$/,
  ],
  [
    "four separate pairs",
    times(4, few),
    "undecided",
    /^Not enough labels: 4 separate clear pairs, at least 5 needed\.$/,
  ],
  [
    "sessions that people find alike",
    times(20, [
      [6, 2],
      [7, 9],
    ]),
    "undecided",
    /^Not enough labels: 0 separate clear pairs/,
  ],
])("%s", (_, pairs, outcome, headline) => {
  expect(said(pairs)).toMatchObject({
    outcome,
    headline: expect.stringMatching(headline) as string,
  });
});
