import { expect, test } from "vitest";
import { lineDiff } from "./line-diff.ts";

const shown = (a: string, b: string) =>
  lineDiff(a.split(" "), b.split(" "))
    .map(({ sign, line }) => `${sign}${line}`)
    .join(" ");

test.each([
  ["a b c", "a b c", ""],
  ["a b c", "a x c", "-b +x"],
  ["a b c d e", "a c d x e", "-b +x"],
  ["a", "a b c", "+b +c"],
  ["a b a b", "a b", "-a -b"],
  ["a b c d", "x b y d", "-a +x -c +y"],
])("%s → %s: %s", (a, b, expected) => {
  expect(shown(a, b)).toBe(expected);
});

test("texts with nothing in common are replaced, however long", () => {
  const lines = (name: string) => Array.from({ length: 3_000 }, (_, index) => `${name}${index}`);
  expect(lineDiff(lines("a"), lines("b"))).toHaveLength(6_000);
});
