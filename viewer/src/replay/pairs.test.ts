import { expect, test } from "vitest";
import type { ComparisonView } from "../../../src/contract/index.ts";
import { beforePairs, explainPairs, pairsToDecide } from "./pairs.ts";

const view = (paired: number, more?: number) =>
  ({
    fewestPairs: 6,
    recommendation: {
      is: "insufficient evidence",
      says: "Insufficient evidence, for x, that b differs from a.",
      ...(more !== undefined && { more: { says: "More.", count: more } }),
    },
    comparisons: [{ paired, alone: { a: 0, b: 2 }, primary: { pairs: paired } }],
  }) as unknown as ComparisonView;

test("too few branches are said before the replay, too few pairs after it", () => {
  expect(beforePairs(3, 6)).toMatch(/at least 6 branches, and as many without the change/);
  expect(beforePairs(6, 6)).toMatch(/^Enough for a decision/);
  expect(explainPairs(view(1)).says).toBe(
    "1 pair is too few: a decision needs at least 6. A pair is one branch with the change and one without, with the same dice. 2 branches have no partner yet.",
  );
  expect(explainPairs(view(3)).says).toMatch(/^3 pairs are too few/);
  // With enough pairs something else is missing, which the recommendation says itself.
  expect(explainPairs(view(7)).says).toMatch(/^Insufficient evidence, for x/);
});

test("as many pairs are offered as would decide, at least the minimum", () => {
  expect(pairsToDecide(view(1, 5))).toBe(6);
  expect(pairsToDecide(view(1))).toBe(6);
  expect(pairsToDecide(view(3, 9))).toBe(12);
});
