import { expect, test } from "vitest";
import { tenths } from "./numbers.ts";

test.each([[33 / 20, "1.7"], [1.25, "1.3"], [0.15, "0.2"], [1.349, "1.3"], [2, "2"], [0, "0"]])("%d is %s", (value, text) => {
  expect(tenths(value)).toBe(text);
});
