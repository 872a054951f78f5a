import { expect, test } from "vitest";
import type { Tally, Totals } from "../../contract/index.ts";
import { costPerTurn } from "./cost-section.ts";

const tally: Tally = {
  attempts: 1,
  failed: 0,
  tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
  cost: 0,
  saved: 0,
  unpriced: 0,
  estimated: 0,
  possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 },
};
const totals = (turns: number): Totals => ({
  all: tally,
  byRole: { narrator: tally },
  byModel: {},
  byTurn: Object.fromEntries(
    Array.from({ length: turns }, (_, index) => [
      index + 1,
      { ...tally, byRole: { narrator: { tokens: 5, cost: 0, unpriced: 0 } } },
    ]),
  ),
  calls: { completed: 0, reused: 0 },
});

test("many turns are collapsed, but complete", () => {
  const [first, last] = [
    "<details><summary>Per turn, in tokens (nothing was charged): 31 turns</summary>",
    "</details>",
  ];
  const long = costPerTurn(totals(31)).join("\n");
  expect(long.split("\n")[0]).toBe(first);
  expect(long).toContain(`| 31 | 5 |`);
  expect(long.trim().endsWith(last)).toBe(true);
  expect(costPerTurn(totals(30))[0]).toBe("Per turn, in tokens (nothing was charged):");
});
