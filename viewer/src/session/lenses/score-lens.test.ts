import { expect, test } from "vitest";
import { inPercent } from "./score-lens.tsx";

test("the shares of the score add up to 100 %", () => {
  const shares = [0.375, 0.095, 0.0475, 0.095, 0.095, 0.24, 0.0525];
  const shown = inPercent(shares);
  expect(shown.reduce((sum, share) => sum + share, 0)).toBe(100);
  for (const [at, share] of shown.entries()) expect(Math.abs(share - shares[at]! * 100)).toBeLessThan(1);
  expect(inPercent([0.5, 0.25, 0.25])).toEqual([50, 25, 25]);
  expect(inPercent([])).toEqual([]);
});
