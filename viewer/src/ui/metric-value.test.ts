import { expect, test } from "vitest";
import { metricValue, score } from "./metric-value.ts";

test("a score has one decimal, as in reports, and is never rounded to 100 or 0", () => {
  expect([97.975, 59.4, 98, 100, 99.97, 99.8, 0, 0.04].map((value) => score(value))).toEqual([
    "98.0",
    "59.4",
    "98",
    "100",
    "99.9",
    "99.8",
    "0",
    "0.1",
  ]);
  // Means of the same numbers, summed in different orders.
  expect([metricValue("overall", 47.45), metricValue("overall", 47.449_999_999_999_996)]).toEqual([
    "47.5",
    "47.5",
  ]);
});

test("each metric by its kind: shares as percentages, ratings with their scale, counts and rates as numbers", () => {
  const told = Object.fromEntries(
    [
      "private-fit",
      "evenness",
      "recovery-rate",
      "segue-quality",
      "fun-factor",
      "cost",
      "issues",
      "turns-per-pulse",
    ].map((name) => [name, metricValue(name, 0.996)]),
  );
  expect(told).toEqual({
    "private-fit": "99.6 %",
    evenness: "99.6 %",
    "recovery-rate": "99.6 %",
    "segue-quality": "1.0 of 5",
    "fun-factor": "1.0 of 10",
    cost: "$1.00",
    issues: "1.00",
    "turns-per-pulse": "1.00",
  });
  expect([
    metricValue("segue-quality", 3),
    metricValue("issues", 4),
    metricValue("turns", 29.5),
    metricValue("failures-per-10-turns", 0.003),
    metricValue("pay-off-rate", 0.166_7),
    metricValue("overall", null),
  ]).toEqual(["3 of 5", "4", "29.5", "0.01", "17 %", "–"]);
});
