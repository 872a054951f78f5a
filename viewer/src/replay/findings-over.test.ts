import { expect, test } from "vitest";
import type { ComparisonView } from "../../../src/contract/index.ts";
import { findingsOver, findingWords } from "./findings-over.ts";

const compared = (...issues: Array<Array<[turn: number, type: string]>>) =>
  ({
    sessions: issues.map((list) => ({ issues: list.map(([turn, type]) => ({ turn, type })), hints: [] })),
    shared: { range: { from: 5, to: 8 }, branchPoint: 4 },
  }) as unknown as ComparisonView;

test("findings are counted over the common turns only", () => {
  const table = findingsOver(
    compared(
      [
        [4, "loop"],
        [5, "loop"],
        [8, "loop"],
        [9, "loop"],
      ],
      [[6, "leak"]],
      [],
    ),
  )!;
  expect(table.rows.map(({ type, found }) => [type, ...found.map(({ length }) => length)])).toEqual([
    ["leak", 0, 1, 0],
    ["loop", 2, 0, 0],
  ]);
  expect(findingWords(table, 2, "loop")).toBe(
    "The session has 2 loop findings; none of the 2 branches has any.",
  );
  expect(findingWords(table, 2)).toBe("The session has 2 findings; 1 of 2 branches has some.");
  expect(findingWords(table, 2, "drift")).toBe("Drift occurs in neither the session nor its branches.");
});

test("a single branch, and sessions without a common turn", () => {
  expect(findingWords(findingsOver(compared([[5, "loop"]], [[5, "loop"]]))!, 1, "loop")).toBe(
    "The session has 1 loop finding; the branch has 1.",
  );
  expect(findingWords(findingsOver(compared([], []))!, 1)).toBe(
    "The session has no findings; the branch has none.",
  );
  expect(findingsOver({ ...compared([], []), shared: { range: null, branchPoint: null } })).toBeNull();
});
