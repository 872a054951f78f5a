import fc from "fast-check";
import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

test("short words are quoted whole, long ones are cut between words", () => {
  expect(excerpt("  The door is open. ")).toBe("The door is open.");
  const long = excerpt("seaweed ".repeat(100));
  expect(long.length).toBeLessThanOrEqual(240);
  expect(long.endsWith("seaweed")).toBe(true);
  expect(excerpt("x".repeat(1_000))).toHaveLength(240);
});

test("a quote stands in its text as it is", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.nat(300),
      fc.nat(400),
      (text, start, length) => text.includes(excerpt(text, { start, end: start + length })),
    ),
  );
});
