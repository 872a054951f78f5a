import { expect, test } from "vitest";
import type { BisectView } from "../../../src/contract/index.ts";
import { beliefBars, chanceWords } from "./belief-bars.ts";

test("every turn has a bar, and the explanations without a turn come last", () => {
  const bars = beliefBars({
    belief: [
      { turn: 1, probability: 0.1 },
      { turn: 2, probability: 0.6 },
      { turn: null, probability: 0.1 },
    ],
    byTurn: [{ turn: 2, replays: 4, recovered: 1, missing: 1, interval: [0, 1] }],
    finding: { noSingleTurn: 0.2 } as BisectView["finding"],
  });
  expect(bars.map(({ name, probability }) => [name, probability])).toEqual([
    ["1", 0.1],
    ["2", 0.6],
    ["recovers from every turn", 0.1],
    ["no single turn", 0.2],
  ]);
  expect(bars[1]).toMatchObject({ recovered: 1, failed: 2, missing: 1 });
});

test("a probability reads as in the terminal", () => {
  expect([0, 0.006, 0.926, 0.996, 1].map(chanceWords)).toEqual([
    "0 %",
    "under 1 %",
    "93 %",
    "over 99 %",
    "100 %",
  ]);
});
