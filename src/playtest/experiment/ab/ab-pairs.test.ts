import { expect, test } from "vitest";
import type { AbPair } from "../../../contract/index.ts";
import { eValue } from "../../../kernel/stats/index.ts";
import { wonBy, decide, fewPairsText, powerText } from "./ab-pairs.ts";

type Lost = number | null;

/** Pairs by the points that each arm lost. */
const pairsOf = (lost: ReadonlyArray<readonly [a: Lost, b: Lost]>): AbPair[] =>
  lost.map((both, index) => {
    const [a, b] = both.map((points) => (points === null ? null : { pointsLost: points, byKind: {} }));
    const arms = { a: a!, b: b! };
    return { index, checkpoint: 0, replicate: index + 1, ...arms, crashed: [], won: wonBy(arms) };
  });
const repeated = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

test("the arm that lost fewer points wins: eight in a row decide, and later pairs do not", () => {
  const decision = decide(pairsOf([...repeated(8, [2, 1] as const), ...repeated(5, [1, 2] as const)]));
  expect(decision).toMatchObject({ winner: "b", decided: true, pairs: 8, wins: { a: 0, b: 8 } });
  expect(decision.eValue).toBe(eValue({ wins: 8, losses: 0 }));
  expect(decide(pairsOf(repeated(8, [1, 2])))).toMatchObject({ winner: "a" });
  expect(decide(pairsOf(repeated(7, [1, 2])))).toMatchObject({ winner: null, decided: false });
});

test("pairs count in the order of their index: a pair after a gap decides nothing yet", () => {
  const pairs = pairsOf(repeated(9, [2, 1])).filter(({ index }) => index !== 3);
  expect(decide(pairs.toReversed())).toMatchObject({ pairs: 3, winner: null });
});

test("ties and missing pairs drop out", () => {
  const dull = [[3, 3] as const, [null, 0] as const, [4, null] as const];
  expect(decide(pairsOf([...dull, ...repeated(8, [2, 1] as const)]))).toMatchObject({
    winner: "b",
    pairs: 11,
    ties: 1,
    missing: 2,
    eValue: eValue({ wins: 8, losses: 0 }),
  });
  expect(decide(pairsOf(repeated(200, [3, 3])))).toMatchObject({ winner: null, ties: 200, eValue: 1 });
});

test("with a finding, an arm loses in which it came back, whatever points were lost", () => {
  const arm = (cameBack: boolean, pointsLost: number) => ({ cameBack, pointsLost, byKind: {} });
  expect(wonBy({ a: arm(true, 0), b: arm(false, 9) })).toBe("b");
  expect(wonBy({ a: arm(true, 0), b: arm(true, 9) })).toBe("tie");
  expect(wonBy({ a: arm(false, 0), b: arm(false, 9) })).toBe("tie");
});

test.each([
  [40, undefined, "Within 40 pairs, 89 % of tests reach a decision if B is better in 80 %"],
  [10, undefined, "Within 10 pairs, 17 % of tests reach a decision if B is better in 80 %"],
  [
    40,
    { id: "t5-loop", kind: "loop", turn: 5, lastTurn: 5 },
    "Within 40 pairs, 98 % of tests reach a decision if the finding recurs in 60 %",
  ],
  [7, undefined, "7 pairs cannot decide"],
])("the stated chance of a decision is that of the test's own %i pairs", (pairs, of, says) => {
  const few = "Few pairs: at least 8 must differ, all in one direction.";
  expect(fewPairsText({ pairs })).toBe(pairs > 11 ? undefined : few);
  expect(powerText({ pairs, finding: of })).toContain(says);
});
