import { expect, test } from "vitest";
import type { HeatMap } from "../../../src/contract/index.ts";
import { againstIn, againstOptions, differenceOf, isBetter, reachOf } from "./against.ts";

const cell = (prompt: string, mean: number | null, baseline?: number | null): HeatMap["cells"][number] => ({
  story: "s",
  prompt,
  narrator: "n",
  n: 3,
  mean,
  interval: null,
  values: [],
  failed: 0,
  ...(baseline !== undefined && { baseline }),
});
const heat = (cells: HeatMap["cells"], baseline?: string): HeatMap => ({
  metric: "overall",
  better: "higher",
  scale: [0, 100],
  cells,
  ...(baseline !== undefined && { baseline }),
});

test("a baseline comes first, then the reference prompt; a single prompt shows its values", () => {
  const two = heat([cell("old", 70), cell("new", 75)]);
  expect(againstIn(undefined, two)).toEqual({ kind: "prompt", prompt: "old" });
  expect(againstIn("prompt:new", two)).toEqual({ kind: "prompt", prompt: "new" });
  expect(againstIn("values", two)).toEqual({ kind: "values" });
  expect(againstIn("prompt:gone", two)).toEqual({ kind: "prompt", prompt: "old" });
  expect(againstIn(undefined, heat([cell("old", 70)]))).toEqual({ kind: "values" });
  expect(againstOptions(heat([cell("old", 70, 60)], "monday")).map(({ value }) => value)).toEqual([
    "baseline",
    "values",
  ]);
});

test("differences, and cells without one", () => {
  const all = heat([cell("old", 70, 66), cell("new", 75, null), cell("none", null, 50)], "monday");
  const of = (against: Parameters<typeof differenceOf>[1]) =>
    all.cells.map((one) => differenceOf(one, against, all));
  expect(of({ kind: "prompt", prompt: "old" })).toEqual(["reference", 5, null]);
  expect(of({ kind: "baseline" })).toEqual([4, null, null]);
  expect(of({ kind: "values" })).toEqual([null, null, null]);
});

test("small differences stay pale, and the direction follows the metric", () => {
  expect(reachOf(heat([cell("old", 70), cell("new", 71)]), { kind: "prompt", prompt: "old" })).toBe(10);
  expect(reachOf(heat([cell("old", 70), cell("new", 30)]), { kind: "prompt", prompt: "old" })).toBe(40);
  expect([isBetter(2, "higher"), isBetter(2, "lower"), isBetter(0, "higher"), isBetter(2, null)]).toEqual([
    true,
    false,
    null,
    null,
  ]);
});
