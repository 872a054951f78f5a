import { expect, test } from "vitest";
import { asCut } from "./as-cut.ts";

test("a quote cut out of a sentence says so at the end where it was cut", () => {
  expect(asCut("the lamp goes out and nobody")).toBe("… the lamp goes out and nobody …");
  expect(asCut("The lamp goes out and nobody")).toBe("The lamp goes out and nobody …");
});

test("a whole sentence, or one that says so already, is left as it is", () => {
  for (const whole of ["The lamp goes out.", "“Run!”", "Who is there?", "The lamp goes …", "*She bows.*"])
    expect(asCut(whole)).toBe(whole);
});

test("what is left of a narrator's mark is not quoted", () => {
  expect(asCut("PULSE: Letters]] It is over.")).toBe("It is over.");
  expect(asCut("")).toBe("");
});
