import { expect, test } from "vitest";
import { counted, turnsInWords } from "./counted.ts";

test("one is one, and none and two are many", () => {
  expect([0, 1, 2].map((count) => counted(count, "issue"))).toEqual(["0 issues", "1 issue", "2 issues"]);
  expect([1, 2].map((count) => counted(count, "answer was", "answers were"))).toEqual([
    "1 answer was",
    "2 answers were",
  ]);
  expect([turnsInWords({ from: 5, to: 5 }), turnsInWords({ from: 5, to: 7 })]).toEqual([
    "turn 5",
    "turns 5 to 7",
  ]);
});
