import { expect, test } from "vitest";
import { markedSides } from "./marked-sides.ts";

test("near-identical texts have their different words marked on both sides", () => {
  const [left, right] = ["The old door opens slowly.", "The bright red door opens slowly."];
  const marked = markedSides(left, right)!.map((ranges, side) =>
    ranges.map(({ start, end }) => [left, right][side]!.slice(start, end)),
  );
  expect(marked).toEqual([["old"], ["bright red"]]);
});

test("equal and unrelated texts have no marks", () => {
  expect(markedSides("Same.", "Same.")).toBeUndefined();
  expect(markedSides("A lamp burns in the hotel.", "Nobody answers; you walk on.")).toBeUndefined();
});
