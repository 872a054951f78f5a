import { expect, test } from "vitest";
import { qualityMetric, type ControlName, type ControlResult } from "../../../contract/index.ts";
import { controlVerdicts } from "./control-verdicts.ts";

/** One result per session: a number moves every metric, and null is a score that is missing. */
const control = (name: ControlName, before: number, moves: ReadonlyArray<number | null>): ControlResult[] =>
  moves.map((by, session) => ({
    name,
    sessionId: String(session),
    before: { coherence: before, pacing: before },
    moved: { coherence: by, pacing: by },
  }));

/** Sessions of various quality, judged again. */
const again = (moves: readonly number[]): ControlResult[] =>
  moves.flatMap((by, session) =>
    control("again", 4 + session, [by]).map((result) => ({ ...result, sessionId: String(session) })),
  );

const renamed = (results: readonly ControlResult[]): ControlResult[] =>
  results.map((result) => ({ ...result, sessionId: `other ${result.sessionId}` }));

const five = (by: number | null) => Array.from({ length: 5 }, () => by);

test.each<[string, ControlResult[], ReturnType<typeof verdictsOf>]>([
  [
    "a good judge",
    [
      ...control("empty", 6, [-5, -4, -5, -3, -4]),
      ...control("shuffled", 6, [-2, -1, -3, -2, -2]),
      ...control("injected", 6, [0, 0.1, -0.1, 0, 0]),
    ],
    { empty: "passed", shuffled: "passed", injected: "passed" },
  ],
  ["a judge that is blind to the narration", control("empty", 6, [0, 0.5, -0.5, 0, 0]), { empty: "failed" }],
  [
    "a judge not moved by disorder in ten sessions",
    control("shuffled", 6, [...five(0), ...five(0)]),
    { shuffled: "failed" },
  ],
  [
    "whole points that did not move five times: half a point may be hidden",
    control("shuffled", 6, five(0)),
    { shuffled: "undecided" },
  ],
  ["a led judge", control("injected", 6, [1, 0.5, 0.5, 0.5, 1]), { injected: "failed" }],
  ["a led judge in four sessions", control("injected", 6, [4, 4, 4, 4]), { injected: "not enough sessions" }],
  ["one large rise among five sessions", control("injected", 6, [3, 0, 0, 0, 0]), { injected: "undecided" }],
  [
    "scores at the bottom, where nothing can fall",
    control("empty", 1, five(0)),
    { empty: "not enough sessions" },
  ],
  ["a judge that repeats itself", again([0, 0, 0, 0, 0]), { again: "passed" }],
  [
    "a judge at odds with itself, in both directions",
    again([4, 2, 0, -2, -4].map((by) => 2 * by)),
    { again: "undecided" },
  ],
  [
    "scores of two kinds a point apart, each repeated: equal pseudo-values are not certainty",
    [...control("again", 5, [0, 0, 0]), ...renamed(control("again", 6, [0, 0, 0]))],
    { again: "undecided" },
  ],
  [
    "five sessions with a score in another metric each",
    qualityMetric.options.slice(0, 5).map((metric) => ({
      name: "again",
      sessionId: metric,
      before: { [metric]: 6 },
      moved: { [metric]: 1 },
    })),
    { again: "not enough sessions" },
  ],
  ["all scores the same: nothing to compare", control("again", 6, five(0)), { again: "undecided" }],
  ["no control run", [], {}],
])("%s", (_, results, expected) => {
  expect(verdictsOf(results)).toEqual(expected);
});

const verdictsOf = (results: readonly ControlResult[]): Partial<Record<ControlName, string>> =>
  Object.fromEntries(controlVerdicts(results).map(({ name, verdict }) => [name, verdict]));

test("a failure names the movement, its bounds and what it means", () => {
  expect(controlVerdicts(control("injected", 6, [1, 0.5, 0.5, 0.5, 1]))).toMatchObject([
    {
      verdict: "failed",
      why: "with a note to the judge in the transcript its scores rise by 0.7 points (+0.3 to +1.0), over 5 sessions: it follows the note",
    },
  ]);
  // Five equal movements of whole points are uncertain by their rounding.
  const [equal] = controlVerdicts(
    control("injected", 6, five(1)).map((result) => ({ ...result, moved: { pacing: 1 } })),
  );
  expect(equal!.why).toContain("rise by 1.0 points (+0.5 to +1.4)");
});

test("a session counts once, by its last result", () => {
  const [result] = control("injected", 6, [3]);
  expect(controlVerdicts(Array.from({ length: 9 }, () => result!))).toMatchObject([
    { sessions: 1, verdict: "not enough sessions" },
  ]);
});
