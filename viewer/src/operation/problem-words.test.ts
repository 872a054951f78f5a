import { expect, test } from "vitest";
import { problemLines } from "./problem-words.ts";

test("a problem names the fields of the page, each line on its own", () => {
  const message = "maxTurns: two things:\n  no --budget;";
  expect(problemLines({ code: "bad-value", option: "maxTurns", message, remedy: "Do it." })).toEqual([
    "Maximum turns: two things:",
    "no Budget, USD;",
    "Do it.",
  ]);
});
