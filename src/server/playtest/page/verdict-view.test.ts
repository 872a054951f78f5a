import { expect, test } from "vitest";
import { qualityMetric, verdictView as shape, type Verdict } from "../../../contract/index.ts";
import { NOT_ASKED, type Calibrations } from "../../../playtest/index.ts";
import { verdictView } from "./verdict-view.ts";

const key = { model: "test/judge", rubric: "r1", prompt: "p1" };
const none = { score: null, why: "", quotes: [], missing: NOT_ASKED };
const verdict: Verdict = {
  version: 2,
  sessionId: "s",
  turns: 4,
  transcript: "t",
  key,
  judge: {
    asked: "judge",
    label: "test/judge",
    family: "a",
    narrator: "n",
    narratorFamily: "a",
    otherFamily: false,
  },
  rubric: "default",
  replicate: 0,
  scores: {
    ...(Object.fromEntries(
      qualityMetric.options.map((metric) => [metric, none]),
    ) as unknown as Verdict["scores"]),
    coherence: {
      score: 4,
      why: "The door is open and locked.",
      quotes: [{ turn: 2, text: "The door is locked." }],
    },
    pacing: { score: null, why: "", quotes: [], missing: "no answer" },
  },
  windows: [],
  problems: [],
  calls: 1,
  cost: { total: 0, byRole: {}, unpriced: 0, possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 } },
  tokens: 0,
  calibration: { coherence: "calibrated" },
  notes: ["a note"],
  at: "2026-01-01T00:00:00Z",
};
const scoresWith = (calibrations: Calibrations | undefined) => {
  const view = verdictView(verdict, calibrations);
  expect(shape.parse(view)).toEqual(view);
  return view.scores;
};

test("scores have reasons and quotes; metrics outside the rubric are left out, missing ones say why", () => {
  expect(scoresWith([])).toMatchObject([
    { metric: "coherence", score: 4, why: "The door is open and locked.", quotes: [{ turn: 2 }] },
    { metric: "pacing", score: null, missing: "no answer" },
  ]);
});

test("each score says whether its judge is trusted now, and why", () => {
  expect(scoresWith([])[0]).toMatchObject({
    state: "uncalibrated",
    stateWhy: "this judge was not compared with scores by people",
  });
  const agreement = { state: "trusted", why: "alpha 0.9 over 40 sessions" };
  const calibrations = [{ key, metrics: { coherence: agreement } }] as unknown as Calibrations;
  expect(scoresWith(calibrations)[0]).toMatchObject({ state: "trusted", stateWhy: agreement.why });
  // Damaged calibration files: the state at the time of judging.
  expect(scoresWith(undefined)[0]).toMatchObject({ state: "calibrated" });
});
