import { expect, test } from "vitest";
import { remember } from "./index.ts";

test("a text is read once while it is asked for", () => {
  const made: string[] = [];
  const length = remember((text) => made.push(text) && { size: text.length }, { most: 4 });
  const first = length("one");
  for (const text of ["two", "one", "three", "one", "four", "one", "five"]) length(text);
  expect(length("one")).toBe(first);
  expect(made).toEqual(["one", "two", "three", "four", "five"]);
});

test("what was long not asked for is forgotten", () => {
  let made = 0;
  const length = remember((text) => ({ at: made++, text }), { most: 10 });
  for (let index = 0; index < 100; index += 1) length(`text ${index}`);
  expect(made).toBe(100);
  length("text 99");
  expect(made).toBe(100);
  length("text 0");
  expect(made).toBe(101);
});
