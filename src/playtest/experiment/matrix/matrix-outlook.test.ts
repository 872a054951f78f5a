import { expect, test } from "vitest";
import { planOf, rowsOf, scored } from "../../../../tests/support/playtest/matrix-rows.ts";
import { matrixOutlooks, outlookText } from "./matrix-outlook.ts";

const planned = (prompts: readonly string[], rounds: number) =>
  planOf(prompts.flatMap((prompt) => rowsOf({ prompt, rounds })));

test("the outlook says the pairs, the fewest groups, and what would usually be found, with its assumption", () => {
  expect(matrixOutlooks(planned(["a", "b", "c", "d"], 25)).map(outlookText)).toEqual([
    "3 comparisons with the first prompt, 25 pairs each. 25 groups would usually show about 7 points in a single comparison (assuming a standard deviation of 9 between sessions).",
  ]);
  expect(matrixOutlooks(planned(["a", "b", "c", "d"], 6)).map(outlookText)).toEqual([
    "3 comparisons with the first prompt, 6 pairs each. At least 7 groups are needed to decide anything.",
  ]);
  expect(matrixOutlooks(planned(["a"], 25))).toEqual([]);
});

test("beside a baseline the spread is the one measured there, and each variant is judged on its own", () => {
  const baseline = rowsOf({ rounds: 20, of: scored((at) => 80 + (at % 2 === 0 ? 5 : -5)) });
  const [outlook] = matrixOutlooks(planned(["baseline"], 20), { baseline });
  expect(outlook).toMatchObject({
    by: "baseline",
    comparisons: 1,
    groups: 20,
    fewest: 6,
    spread: { from: "baseline" },
  });
  expect(outlookText(outlook!)).toContain("with the baseline's standard deviation of 5.1 between sessions");
});
