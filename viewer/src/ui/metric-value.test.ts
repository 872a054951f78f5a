import { expect, test } from "vitest";
import { metricChange, metricChanges, metricName, metricRange, metricValue, score } from "./metric-value.ts";

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

test("ranges and differences have their unit once; differences of shares are points", () => {
  expect([
    metricRange("evenness", { low: 0.4, high: 0.62 }),
    metricRange("segue-quality", { low: 2.5, high: 3 }),
    metricRange("overall", { low: 90.12, high: 98 }),
    metricRange("overall", null),
  ]).toEqual(["40 to 62 %", "2.5 to 3 of 5", "90.1 to 98", "–"]);
  expect([
    metricChange("evenness", -0.17),
    metricChange("overall", 2.345),
    metricChange("issues", 0),
    metricChange("cost", 0.5),
    metricChanges("evenness", { low: -0.1, high: 0.2 }),
  ]).toEqual(["−17 points", "+2.35", "0", "+$0.50", "−10 to +20 points"]);
});

test("names of metrics: private moments are counted if they were answered", () => {
  expect(["overall", "private-moments", "pay-off-rate"].map(metricName)).toEqual([
    "Score",
    "Private moments answered",
    "Pay off rate",
  ]);
});
