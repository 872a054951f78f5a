import type { HeatMap } from "../../../src/contract/index.ts";
import { isJudged } from "../ui/metric-value.ts";

export type Scale = {
  low: number;
  high: number;
  /** Where a value lies, 0 to 1. */ share: (value: number) => number;
};

/** The metric's own ends where it has them: a scale from the least to the greatest mean would show noise as a difference. */
export function scaleOf({ scale: [low, most], cells }: Pick<HeatMap, "scale" | "cells">): Scale {
  const values = cells.flatMap(({ values, interval, mean }) => [
    ...values.map(({ value }) => value),
    ...(interval ? [interval.high] : []),
    ...(mean === null ? [] : [mean]),
  ]);
  const high = most ?? Math.max(low + 1, ...values);
  return { low, high, share: (value) => Math.max(0, Math.min(1, (value - low) / (high - low))) };
}

/** What is said where a number is missing: never 0, and why. */
export const withoutValue = (metric: string): string => (isJudged(metric) ? "not judged" : "not measured");
