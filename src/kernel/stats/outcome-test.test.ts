import { expect, test } from "vitest";
import { fisher, worseThanBefore, worseThanRuns } from "./outcome-test.ts";

test.each([
  // Found with exact binomials in Python, over 400 rates.
  [10, 0.05, 2],
  [20, 0.05, 1.8073922282301278],
  [30, 0.05, undefined],
  [50, 0.025, 1.9824814143238607],
])("with %i pairs and alpha %f exactly the largest statistics are significant", (pairs, alpha, least) => {
  const [significant, others]: [number[], number[]] = [[], []];
  for (let worse = 0; worse <= pairs; worse += 1)
    for (let better = 0; worse + better <= pairs; better += 1)
      (worseThanBefore({ worse, better, pairs }) <= alpha ? significant : others).push(
        worse + better === 0 ? 0 : (worse - better) / Math.sqrt(worse + better),
      );
  if (least !== undefined) expect(Math.min(...significant)).toBeCloseTo(least, 12);
  expect(Math.max(...others)).toBeLessThan(Math.min(...significant));
});

test("as many better as worse is not evidence", () => {
  expect(worseThanBefore({ worse: 5, better: 5, pairs: 50 })).toBe(1);
  expect(worseThanBefore({ worse: 0, better: 0, pairs: 50 })).toBe(1);
});

test.each([
  // scipy.stats.fisher_exact, alternative="greater"
  [{ bad: 5, of: 20 }, { bad: 6, of: 100 }, 0.01871737602514782],
  [{ bad: 0, of: 20 }, { bad: 6, of: 100 }, 1],
  [{ bad: 20, of: 20 }, { bad: 0, of: 100 }, 3.394176516652835e-23],
])("Fisher's test of %o and %o gives %f", (now, before, p) => {
  expect(fisher([{ now, before }])).toBeCloseTo(p, 9);
});

test("against several runs, each item has its own rate: p is the tail of a sum of unequal coins", () => {
  const thing = (now: boolean, bad: number, of = 3) => ({ now, before: { bad, of } });
  // Chances of 1/4, 1/4, 3/4 and 0: P(at least 2) = 1/16·1/4 + 2·3/16·3/4 + 1/16·3/4.
  expect(worseThanRuns([thing(true, 0), thing(true, 0), thing(false, 3), thing(false, 0)])).toEqual({
    now: 2,
    expected: 1.25,
    p: expect.closeTo((1 / 16) * (1 / 4) + 2 * (3 / 16) * (3 / 4) + (1 / 16) * (3 / 4), 12),
  });
  // A single item is Fisher's test, and an item that always fails carries no information.
  expect(worseThanRuns([thing(true, 2, 9)]).p).toBeCloseTo(
    fisher([{ now: { bad: 1, of: 1 }, before: { bad: 2, of: 9 } }]),
    12,
  );
  expect(worseThanRuns([thing(true, 3), thing(true, 3)]).p).toBe(1);
  // One earlier run: the sign test.
  expect(
    worseThanRuns([...Array.from({ length: 5 }, () => thing(true, 0, 1)), thing(false, 1, 1)]).p,
  ).toBeCloseTo(7 / 64, 12);
});

test("strata are drawn separately: a story that always ends badly is not evidence", () => {
  const hard = { now: { bad: 10, of: 10 }, before: { bad: 10, of: 10 } };
  const easy = { now: { bad: 1, of: 10 }, before: { bad: 3, of: 90 } };
  expect(fisher([hard, easy])).toBeCloseTo(fisher([easy]), 12);
  expect(fisher([{ now: { bad: 11, of: 20 }, before: { bad: 13, of: 100 } }])).toBeLessThan(0.001);
});
