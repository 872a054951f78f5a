import { expect, test } from "vitest";
import { calculateScore, interpretScore, scoreDistribution } from "./score.ts";

const violation = { expected_higher: "a", expected_lower: "b", actual_higher_rank: 3, actual_lower_rank: 1 };

test("more penalties than points leave no points", () => {
  const falsePositives = ["a", "b", "c", "d", "e", "f"];
  expect(calculateScore({ primaryPass: true, falsePositives })).toMatchObject({
    score: 0,
    isHardFail: false,
  });
});

test("each penalty lists its items, their count and cost", () => {
  const { breakdown } = calculateScore({
    primaryPass: true,
    secondaryMissing: ["a", "b"],
    rankViolations: [violation],
    wrongHandlers: ["h"],
  });
  expect(breakdown).toEqual({
    secondary_missing: { items: ["a", "b"], count: 2, penalty: -20 },
    rank_violations: { items: [violation], count: 1, penalty: -10 },
    wrong_handlers: { items: ["h"], count: 1, penalty: -20 },
  });
});

test.each([
  [100, "Perfect"],
  [99, "Minor issue"],
  [90, "Minor issue"],
  [80, "Notable issues"],
  [79, "Concerning"],
  [60, "Barely acceptable"],
  [59, "Failing"],
  [1, "Failing"],
  [0, "Hard fail"],
])("%i means %s", (score, means) => {
  expect(interpretScore(score)).toBe(means);
});

test("every score is in exactly one range", () => {
  expect(scoreDistribution([100, 100, 90, 80, 70, 60, 50, 10, 0])).toEqual({
    "100": 2,
    "90-99": 1,
    "80-89": 1,
    "70-79": 1,
    "60-69": 1,
    "1-59": 2,
    "0": 1,
  });
});
