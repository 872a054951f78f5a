import { expect, test } from "vitest";
import { scoreWeights, type ScorePart } from "../../contract/index.ts";
import { composite, missingFrom, presentShare, weightsOf } from "./composite.ts";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession as playedSession } from "../../../tests/support/playtest/example-session.ts";
import { scoreParts, weigh, type Parts } from "./score-parts.ts";
import { defaultWeights, sessionMetrics, unjudged } from "./session-metrics.ts";

/** Every turn was read. */
const exampleSession = (...given: Parameters<typeof playedSession>) => readSession(playedSession(...given));

const none: Parts = {
  completion: null,
  efficiency: null,
  evenness: null,
  recovery: null,
  segues: null,
  soundness: null,
  payoffs: null,
  quality: null,
};
const weights = (given: Partial<Record<ScorePart, number>>) => ({
  ...scoreWeights.parse(Object.fromEntries(Object.keys(none).map((name) => [name, 0]))),
  ...given,
});
test("a weighted mean of 0 to 100, over the parts that are present", () => {
  expect(weigh({ ...none, completion: 0.5, soundness: 1 }, weights({ completion: 3, soundness: 1 }))).toBe(
    62.5,
  );
  expect(weigh({ ...none, completion: 0.5 }, weights({ completion: 3, soundness: 1 }))).toBe(50);
  expect(weigh(none, defaultWeights)).toBeNull();
  expect(weigh({ ...none, payoffs: 1 }, weights({ completion: 1 }))).toBeNull();
});

test("missing parts are named, the others share their weight, and parts without weight are omitted", () => {
  const { score, parts, missing } = composite({
    parts: { ...none, completion: 0.5, soundness: 1, payoffs: 0 },
    weights: weights({ completion: 3, soundness: 1, quality: 4 }),
  });
  expect(score).toBe(62.5);
  expect(parts).toEqual([
    { name: "completion", value: 0.5, weight: 3, share: 0.75 },
    { name: "soundness", value: 1, weight: 1, share: 0.25 },
  ]);
  expect(missing).toEqual([{ name: "quality", weight: 4, why: "no judge was named" }]);
});

test("half of the weight that needs no judge makes a score; less makes none, and says why", () => {
  const given = weights({ completion: 5, soundness: 4, recovery: 1, quality: 40 });
  const made = (parts: Partial<Parts>) =>
    composite({
      parts: { ...none, ...parts },
      weights: given,
    });
  expect(made({ completion: 1 })).toMatchObject({ score: 100 });
  expect(made({ completion: 1 }).why).toBeUndefined();
  expect(presentShare(made({ completion: 1, quality: 1 }))).toBe(0.5);
  expect(made({ soundness: 1, quality: 1 })).toMatchObject({
    score: null,
    why: "Only 40 % of the score's weight could be measured; at least 50 % is required (excluding parts that need an absent judge or reader)",
    parts: [{ name: "soundness" }, { name: "quality" }],
  });
  expect(composite({ parts: { ...none, quality: 1 }, weights: weights({ quality: 1 }) }).score).toBe(100);
});

test.each([1, 6])("an unfinished session of %i turns has no score", (turns) => {
  const { overall, composite: made } = sessionMetrics(
    exampleSession(Array.from({ length: turns }, (_, index) => ({ pulse: index + 1 }))),
  );
  expect(overall).toBeNull();
  expect(made.why).toContain("at least 50 % is required");
});

test("skipping most of the story costs a good part of the score", () => {
  const told = (count: number, turns: number) =>
    sessionMetrics(
      exampleSession(
        Array.from({ length: turns }, (_, index) => ({
          ...(index < count && { pulse: index + 1 }),
          ...(index === turns - 1 && { ending: { outcome: "completed" as const, why: "" } }),
        })),
      ),
    ).composite;
  const [whole, skipped] = [told(20, 20), told(8, 8)];
  expect(whole.score).toBe(100);
  expect(skipped.score!).toBeLessThan(60);
  expect(skipped.parts).toMatchObject([
    { name: "completion", value: 0.4 },
    { name: "efficiency", value: 0.4 },
    { name: "evenness", value: 0.4 },
    { name: "soundness", value: 1 },
  ]);
});

const parts = (turns: Parameters<typeof playedSession>[0], options = { over: true }) =>
  scoreParts(sessionMetrics(exampleSession(turns)), options);
test("an unfinished session is not scored on completion", () => {
  expect(parts([{ pulse: 1 }]).completion).toBe(0.05);
  expect(parts([{ pulse: 1 }], { over: false }).completion).toBeNull();
  expect(sessionMetrics(exampleSession([{ pulse: 1 }])).composite.missing.map(({ name }) => name)).toContain(
    "completion",
  );
  expect(
    sessionMetrics(
      exampleSession([{ pulse: 1, ending: { outcome: "completed", why: "" } }]),
    ).composite.missing.map(({ name }) => name),
  ).not.toContain("completion");
});

test("a judge with only some scores has that share of its weight, and the missing ones are named", () => {
  const given = weights({ soundness: 3, quality: 7 });
  const quality = { ...unjudged, coherence: 10, pacing: 10 };
  const made = composite({
    parts: { ...none, soundness: 0, quality: 1 },
    weights: given,
    quality,
  });
  expect(made.score).toBe(40);
  expect(made.missing).toEqual([
    {
      name: "quality",
      weight: 5,
      why: "no score for atmosphere, player agency, story guide adherence, character integration, fun factor",
    },
  ]);
  expect(missingFrom(made)).toEqual(["part of quality"]);
  expect(weightsOf(made)).toEqual(given);
  const whole = composite({ parts: { ...none, soundness: 0 }, weights: given, quality: unjudged });
  expect(missingFrom(whole)).toEqual(["quality"]);
});
