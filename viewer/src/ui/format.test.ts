import { expect, test } from "vitest";
import { dollars } from "../../../src/kernel/report/index.ts";
import { asCut, money, percent } from "./format.ts";

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
});

test("an amount on the page is the one in the reports", () => {
  const amounts = [0, 0.0000034, 0.004, 0.0132, 0.02, 0.4, 12.345];
  expect(amounts.map(money)).toEqual(amounts.map(dollars));
  expect(money(null)).toBe("–");
});

test("a quote cut out of a sentence has an ellipsis where it was cut", () => {
  expect(asCut("the lamp goes out and nobody")).toBe("… the lamp goes out and nobody …");
  expect(asCut("The lamp goes out and nobody")).toBe("The lamp goes out and nobody …");
});

test("a whole sentence, or one with an ellipsis, is unchanged", () => {
  for (const whole of ["The lamp goes out.", "“Run!”", "Who is there?", "The lamp goes …", "*She bows.*"])
    expect(asCut(whole)).toBe(whole);
});
