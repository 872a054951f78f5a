import { expect, test } from "vitest";
import { amount, rating, score } from "./metric-value.ts";

test("a number is rounded as in reports, but never to 0 or to the maximum", () => {
  expect([97.975, 59.4, 98, 99.97, 0, 0.04].map(score)).toEqual(["98.0", "59.4", "98", "99.9", "0", "0.1"]);
  // Means of the same numbers, summed in different orders.
  expect([47.45, 47.449_999_999_999_996].map(score)).toEqual(["47.5", "47.5"]);
  expect([4, 29.5, 0.003].map(amount)).toEqual(["4", "29.5", "0.01"]);
  expect([rating(3, 5), rating(9.99, 10), rating(null, 5)]).toEqual(["3 of 5", "9.9 of 10", "–"]);
});
