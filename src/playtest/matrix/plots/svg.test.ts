import { expect, test } from "vitest";
import { scaleOf } from "./svg.ts";

test("an axis has a few round ticks, also where all values are one and the same", () => {
  for (const values of [[93.2, 93.2], [0, 0], [0.1 + 0.2, 0.3], [1e-9, 2e-9], [], [Number.NaN]]) {
    const { ticks } = scaleOf(values);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.length).toBeLessThan(20);
  }
});

test("values lie inside of the frame, in their order", () => {
  const { at } = scaleOf([10, 20, 30]);
  expect(Number(at(10))).toBeGreaterThanOrEqual(250);
  expect(Number(at(30))).toBeLessThanOrEqual(730);
  expect(Number(at(10))).toBeLessThan(Number(at(20)));
});
