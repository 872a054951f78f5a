import { expect, test } from "vitest";
import type { ComparisonView } from "../../../src/contract/index.ts";
import { beforeComparing, measures } from "./numbers.tsx";

const session = (own: { from: number; to: number } | null, turns: number, shared = true) => ({
  id: "s",
  own: own && { ...own, numbers: { turns: own.to - own.from + 1 } },
  whole: { turns },
  shared: shared ? { turns: 4 } : null,
});
const view = (sessions: unknown[], range: { from: number; to: number } | null) =>
  ({ sessions, shared: { range, branchPoint: 4 } }) as unknown as ComparisonView;
const told = (of: ComparisonView) => measures(of).map(({ name, covers }) => [name, ...covers]);

test("the common turns come first, and each range says which turns it covers", () => {
  expect(
    told(view([session({ from: 1, to: 10 }, 10), session({ from: 5, to: 8 }, 8)], { from: 5, to: 8 })),
  ).toEqual([
    ["shared", "turns 5 to 8", "turns 5 to 8"],
    ["own", "turns 1 to 10", "turns 5 to 8"],
  ]);
});

test("an equal range is offered once, and a branch without own turns leaves no gap", () => {
  expect(
    told(view([session({ from: 1, to: 8 }, 8), session({ from: 1, to: 8 }, 8)], { from: 1, to: 8 })),
  ).toEqual([["shared", "turns 1 to 8", "turns 1 to 8"]]);
  expect(told(view([session({ from: 1, to: 4 }, 4), session(null, 4, false)], null))).toEqual([
    ["own", "turns 1 to 4", "no turns of its own"],
  ]);
});

test("an unchanged branch shows no differences, and different ranges of turns are labelled as such", () => {
  const same = {
    ...view([session({ from: 1, to: 10 }, 10), session({ from: 5, to: 8 }, 8)], { from: 5, to: 8 }),
    firstDifference: null,
  };
  expect(measures(same).map((measure) => beforeComparing(measure, same))).toEqual([
    expect.stringMatching(/^These turns are identical/),
    expect.stringMatching(/different turns/),
  ]);
  const apart = { ...same, firstDifference: { turn: 6, where: "narrator" as const, versions: [] } };
  expect(beforeComparing(measures(apart)[0]!, apart)).toBeNull();
});
