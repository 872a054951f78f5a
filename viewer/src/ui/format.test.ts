import { expect, test } from "vitest";
import { asCut, decimal, percent } from "./format.ts";

test("nearly all is not shown as all, nor nearly nothing as nothing", () => {
  expect([1, 0.996, 0.99999, 0.994, 0.5, 0.004, 0.0001, 0].map(percent)).toEqual([
    "100 %",
    "99.6 %",
    "99.9 %",
    "99 %",
    "50 %",
    "0.4 %",
    "0.1 %",
    "0 %",
  ]);
  expect([100, 99.96, 99.6, 99.94].map((value) => decimal(value))).toEqual(["100", "99.9", "99.6", "99.9"]);
  expect(decimal(99.6, 0)).toBe("99.6");
  expect(decimal(99.999, 2)).toBe("99.99");
});

test("no meaningless digits, and a dash for an unknown value", () => {
  expect([
    decimal(97.9, 2),
    decimal(-0.5, 2),
    decimal(10, 2),
    decimal(100.4, 0),
    decimal(null),
    percent(undefined),
  ]).toEqual(["97.9", "-0.5", "10", "100", "–", "–"]);
});

test("a quote cut out of a sentence has an ellipsis where it was cut", () => {
  expect(asCut("the lamp goes out and nobody")).toBe("… the lamp goes out and nobody …");
  expect(asCut("The lamp goes out and nobody")).toBe("The lamp goes out and nobody …");
});

test("a whole sentence, or one with an ellipsis, is unchanged", () => {
  for (const whole of ["The lamp goes out.", "“Run!”", "Who is there?", "The lamp goes …", "*She bows.*"])
    expect(asCut(whole)).toBe(whole);
});
