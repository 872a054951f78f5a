import { expect, test } from "vitest";
import { problemLines, rolesWithoutKey } from "./problem-words.ts";

test("a problem names the fields of the page, each line on its own", () => {
  const message = "maxTurns: two things:\n  no --budget;";
  expect(problemLines({ code: "bad-value", option: "maxTurns", message, remedy: "Do it." })).toEqual([
    "Maximum turns: two things:",
    "no Budget, USD;",
    "Do it.",
  ]);
});

test("missing keys are listed by model, with what to do in the page", () => {
  const message = [
    "2 keys are missing:",
    "  XAI_API_KEY  needed by player (grok = xai/grok-4), spokesperson (grok = xai/grok-4), narrator (xai/grok-4), observer (xai/grok-4)",
    "  OPENAI_API_KEY (set, but contains an invalid character)  needed by player (gpt = openai/gpt-5)",
  ].join("\n");
  const missing = { code: "missing-keys", message, remedy: "--one-key" };
  expect(problemLines(missing)).toEqual([
    "Players need a key: grok (XAI_API_KEY), gpt (OPENAI_API_KEY (set, but contains an invalid character))",
    "The narrator needs a key: xai/grok-4 (XAI_API_KEY)",
    "The reader needs a key: xai/grok-4 (XAI_API_KEY)",
    expect.stringMatching(/rehearse serve runs, and restart/),
  ]);
  expect(rolesWithoutKey([missing])).toEqual(["player", "narrator", "observer"]);
  expect(problemLines({ ...missing, message: "No key: X" })[0]).toBe("No key: X");
});
