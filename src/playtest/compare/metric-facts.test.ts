import { expect, test } from "vitest";
import { betterOf, scaleOfMetric } from "./metric-facts.ts";

test("which way a metric is better, and where it ends", () => {
  expect([betterOf("overall"), betterOf("issues"), betterOf("turns-per-pulse"), betterOf("turns")]).toEqual([
    "higher",
    "lower",
    "lower",
    null,
  ]);
  expect([
    scaleOfMetric("overall"),
    scaleOfMetric("completion"),
    scaleOfMetric("segue-quality"),
    scaleOfMetric("turns-per-pulse"),
    scaleOfMetric("cost"),
  ]).toEqual([
    [0, 100],
    [0, 1],
    [1, 5],
    [1, null],
    [0, null],
  ]);
});
