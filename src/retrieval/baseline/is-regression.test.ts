import { expect, test } from "vitest";
import { isRegression } from "./index.ts";

test.each([
  // A baseline that passed all of at least five attempts.
  ["5 of 5", "5 of 5", false, true],
  ["5 of 5", "4 of 5", false, true],
  ["5 of 5", "3 of 5", false, false],
  ["5 of 5", "1 of 5", false, false],
  ["8 of 8", "4 of 5", false, true],
  // Fewer attempts, or one that failed.
  ["1 of 1", "5 of 5", false, true],
  ["1 of 1", "4 of 5", false, false],
  ["4 of 4", "4 of 5", false, false],
  ["4 of 5", "4 of 5", false, false],
  ["4 of 5", "5 of 5", false, true],
  // Too few attempts decide nothing, unless the answer is always the same.
  ["5 of 5", "4 of 4", false, false],
  ["1 of 1", "1 of 1", false, false],
  ["1 of 1", "1 of 1", true, true],
  ["5 of 5", "1 of 1", true, true],
  // More attempts by --repeat need the same share.
  ["5 of 5", "8 of 10", false, true],
  ["5 of 5", "7 of 10", false, false],
  ["1 of 1", "9 of 10", false, false],
])("passed %s before, fails %s now, deterministic %s: regression %s", (before, now, deterministic, red) => {
  const [passed, failed] = [counts(before), counts(now)];
  expect(
    isRegression({
      before: { passed: passed[0], attempts: passed[1] },
      now: { failed: failed[0], attempts: failed[1] },
      deterministic,
    }),
  ).toBe(red);
});

const counts = (text: string) => text.split(" of ").map(Number) as [number, number];
