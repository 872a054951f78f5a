import type { HeatMap } from "../../../src/contract/index.ts";
import { isJudged } from "../ui/metric-value.ts";

export type Scale = {
  low: number;
  high: number;
  /** The position of a value on the scale, 0 to 1. */ share: (value: number) => number;
};

/** Uses the metric's own bounds where it has them: scaling to the observed means would make noise look like a difference. */
export function scaleOf({ scale: [low, most], cells }: Pick<HeatMap, "scale" | "cells">): Scale {
  const values = cells.flatMap(({ values, interval, mean }) => [
    ...values.map(({ value }) => value),
    ...(interval ? [interval.high] : []),
    ...(mean === null ? [] : [mean]),
  ]);
  const high = most ?? Math.max(low + 1, ...values);
  return { low, high, share: (value) => Math.max(0, Math.min(1, (value - low) / (high - low))) };
}

/** Shown in place of a missing number, which is never shown as 0. */
export const withoutValue = (metric: string): string => (isJudged(metric) ? "not judged" : "not measured");
