import { expect, test } from "vitest";
import { markedSides } from "./marked-sides.ts";

test("near-identical texts have their different words marked on both sides", () => {
  expect(markedSides("The old door opens slowly.", "The red door opens slowly.")).toEqual([
    [
      { text: "The ", differs: false },
      { text: "old", differs: true },
      { text: " door opens slowly.", differs: false },
    ],
    [
      { text: "The ", differs: false },
      { text: "red", differs: true },
      { text: " door opens slowly.", differs: false },
    ],
  ]);
});

test("equal and unrelated texts have no marks", () => {
  expect(markedSides("Same.", "Same.")).toBeUndefined();
  expect(markedSides("A lamp burns in the hotel.", "Nobody answers; you walk on.")).toBeUndefined();
});
