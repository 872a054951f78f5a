import { expect, test } from "vitest";
import { amount, percent, tenths } from "./session-facts.ts";

test.each([
  [33 / 20, "1.7"],
  [1.25, "1.3"],
  [0.15, "0.2"],
  [1.349, "1.3"],
  [2, "2"],
  [0, "0"],
])("%d is %s", (value, text) => {
  expect(tenths(value)).toBe(text);
});

test("nearly all is not shown as all, and a small rate keeps its distinguishing digits", () => {
  expect([1, 0.996, 0.994, 0.004, 0].map(percent)).toEqual(["100 %", "99.6 %", "99 %", "0.4 %", "0 %"]);
  expect([1.65, 2, 0.04, 29.55].map(amount)).toEqual(["1.65", "2", "0.04", "29.6"]);
});
