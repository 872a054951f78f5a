import { expect, test } from "vitest";
import { isFolded } from "./metric-table.tsx";

test("rows about findings stay in view; equal rows and those with too few pairs fold", () => {
  const row = (metric: string, meanA: number, meanB: number) =>
    isFolded({
      metric,
      meanA,
      meanB,
      meanDifference: meanB - meanA,
      verdict: "insufficient evidence",
    } as never);
  expect(["issues", "failures", "soundness"].map((metric) => row(metric, 2, 0))).toEqual([
    false,
    false,
    false,
  ]);
  expect(row("issues", 0, 0)).toBe(false);
  expect(row("pulses", 0, 0)).toBe(true);
  expect(row("pace", 2, 1)).toBe(true);
});
