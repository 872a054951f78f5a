import { expect, test } from "vitest";
import { escaped, label, scaleOf } from "./plot-svg.ts";

test("an axis has a few round ticks, even if all values are equal", () => {
  for (const values of [[93.2, 93.2], [0, 0], [0.1 + 0.2, 0.3], [1e-9, 2e-9], [], [Number.NaN]]) {
    const { ticks } = scaleOf(values);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.length).toBeLessThan(20);
  }
});

test("values lie inside the frame, in order", () => {
  const { at } = scaleOf([10, 20, 30]);
  expect(Number(at(10))).toBeGreaterThanOrEqual(250);
  expect(Number(at(30))).toBeLessThanOrEqual(730);
  expect(Number(at(10))).toBeLessThan(Number(at(20)));
});

test("a name is cut between characters, and characters that XML does not allow are replaced", () => {
  for (let shift = 0; shift < 4; shift++)
    expect(label(`${"x".repeat(shift)}${"🜂".repeat(40)}`).isWellFormed()).toBe(true);
  expect([...label("abcdefghijkl", 10)]).toHaveLength(10);
  expect(escaped("a\uFFFEb\uFFFFc\uD800d\u0000e<")).toBe("a\uFFFDb\uFFFDc\uFFFDde&#60;");
});
