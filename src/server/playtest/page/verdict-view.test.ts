import { expect, test } from "vitest";
import { qualityMetric, verdictView as shape, type JudgeVerdict } from "../../../contract/index.ts";
import { NOT_ASKED, type Calibrations } from "../../../playtest/index.ts";
import { verdictView } from "./verdict-view.ts";

const key = { model: "test/judge", rubric: "r1", prompt: "p1" };
const none = { score: null, why: "", quotes: [], missing: NOT_ASKED };
const verdict: JudgeVerdict = {
  version: 2,
  sessionId: "s",
  turns: 4,
  transcript: "t",
  key,
  judge: {
    asked: "judge",
    label: "test/judge",
    narrator: "n",
    otherFamily: false,
  },
  rubric: "default",
  replicate: 0,
  scores: {
    ...(Object.fromEntries(
      qualityMetric.options.map((metric) => [metric, none]),
    ) as unknown as JudgeVerdict["scores"]),
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
  cost: { total: 0, unpriced: 0, possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 } },
  tokens: 0,
  notes: ["a note"],
  at: "2026-01-01T00:00:00Z",
};
const viewWith = (calibrations: Calibrations | undefined) => {
  const view = verdictView(verdict, calibrations);
  expect(shape.parse(view)).toEqual(view);
  return view;
};

test("scores have reasons and quotes; metrics outside the rubric are left out, missing ones say why", () => {
  expect(viewWith([]).scores).toMatchObject([
    { metric: "coherence", score: 4, why: "The door is open and locked.", quotes: [{ turn: 2 }] },
    { metric: "pacing", score: null, missing: "no answer" },
  ]);
});

test("a verdict says whether its judge is usable now, and why", () => {
  expect(viewWith([])).toMatchObject({
    state: "not usable",
    stateWhy: "This judge was not compared with scores by people.",
  });
  const headline = "judge orders sessions as you do in 92 % of clear pairs (at least 84 %): usable.";
  const calibrations = [{ key, usable: true, verdict: { headline } }] as unknown as Calibrations;
  expect(viewWith(calibrations)).toMatchObject({ state: "usable", stateWhy: headline });
  expect(viewWith(undefined)).toMatchObject({ state: "not usable" });
});
