import { expect, test } from "vitest";
import { ApiProblem } from "../api/index.ts";
import { costWords, problemLines } from "./estimate.tsx";

test("a cost is a range; a missing price is never 0", () => {
  const estimate = { low: 0.5, high: 1.25, calls: 9, unpriced: [] };
  expect(costWords(estimate)).toBe("Estimated cost: $0.50 to $1.25");
  expect(costWords({ ...estimate, low: 1.25 })).toBe("Estimated cost: $1.25");
  expect(costWords({ ...estimate, low: 0, high: 0 })).toBe("Costs nothing");
  expect(costWords({ ...estimate, low: 0, high: 0, unpriced: ["x"] })).toBe("Unknown cost: no price for x");
  expect(costWords({ ...estimate, unpriced: ["x", "y"] })).toBe(
    "$0.50 to $1.25, and more: no price for x, y",
  );
});

test("problems name the fields of the page, each on its own line", () => {
  const problem = (code: string, message: string) =>
    new ApiProblem({ status: 422, code, message, remedy: "Do it." });
  expect(
    problemLines(
      problem("invalid-request", 'storyGuideText: pulse "a": no NPC "b"; c; storyGuideText: title: missing'),
    ),
  ).toEqual(['Guide: pulse "a": no NPC "b"; c', "Guide: title: missing"]);
  expect(problemLines(problem("missing-keys", "No key: X"))).toEqual(["No key: X", "Do it."]);
});
