import { expect, test } from "vitest";
import { percent } from "./session-facts.ts";

test("nearly all is not shown as all", () => {
  expect([1, 0.996, 0.994, 0.004, 0].map(percent)).toEqual(["100 %", "99.6 %", "99 %", "0.4 %", "0 %"]);
});
