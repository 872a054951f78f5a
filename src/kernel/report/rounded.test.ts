import { expect, test } from "vitest";
import { rounded } from "./rounded.ts";

test("one number is shown one way, in whatever order it was added up", () => {
  const [above, below] = [47.45, 47.449999999999996];
  expect([rounded(above, 1), rounded(below, 1)]).toEqual(["47.5", "47.5"]);
  expect(below.toFixed(1)).toBe("47.4");
  expect([rounded(0, 2), rounded(-1.5, 0), rounded(1e21, 1)]).toEqual(["0.00", "-2", "1e+21"]);
});
