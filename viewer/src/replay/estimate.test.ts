import { expect, test } from "vitest";
import { ApiProblem } from "../api/index.ts";
import { blockedBy, costWords, keyLines, problemLines } from "./estimate.tsx";

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
  expect(problemLines(problem("disk-full", "No space."))).toEqual(["No space.", "Do it."]);
});

test("missing keys are listed by model, with what to do in the page", () => {
  const message = [
    "2 keys are missing:",
    "  XAI_API_KEY  needed by player (grok = xai/grok-4), spokesperson (grok = xai/grok-4), narrator (xai/grok-4), observer (xai/grok-4)",
    "  OPENAI_API_KEY (set, but contains an invalid character)  needed by player (gpt = openai/gpt-5)",
  ].join("\n");
  const lines = [
    "Players need a key: grok (XAI_API_KEY), gpt (OPENAI_API_KEY (set, but contains an invalid character))",
    "The narrator needs a key: xai/grok-4 (XAI_API_KEY)",
    "The reader needs a key: xai/grok-4 (XAI_API_KEY)",
  ];
  expect(keyLines(message)).toEqual(lines);
  expect(keyLines("No key: X")).toEqual(["No key: X"]);
  // The same words if the start is refused.
  const refused = new ApiProblem({ status: 422, code: "missing-keys", message, remedy: "--one-key" });
  expect(problemLines(refused)).toEqual([
    ...lines,
    expect.stringMatching(/rehearse serve runs, and restart/),
  ]);
  // Beside the button is the first reason, not a pointer to it.
  const data = { low: 0, high: 0, calls: 0, unpriced: [], unusable: [] };
  const problems = [{ code: "missing-keys", message, remedy: "--one-key" }];
  expect(blockedBy({ data: { ...data, problems }, error: null })).toBe(lines[0]);
  expect(blockedBy({ data: { ...data, problems: [] }, error: null })).toBeUndefined();
});
