import { expect, test } from "vitest";
import type { AbPair } from "../../../contract/index.ts";
import { dice } from "../../../kernel/dice/index.ts";
import { clopperPearson, eValue } from "../../../kernel/stats/index.ts";
import { pairWon } from "./ab-pairs.ts";
import { decide, type DecideOptions } from "./decide.ts";

const sequential: DecideOptions = {
  untilDecided: true,
  alpha: 0.05,
  times: 200,
  checkpoints: 1,
  higherIsBetter: true,
};
const atOnce: DecideOptions = { ...sequential, untilDecided: false, times: 10 };

/** Pairs by their scores; text: that arm crashed. */
const pairsOf = (
  scores: ReadonlyArray<readonly [a: number | null | "crashed", b: number | null | "crashed"]>,
  higherIsBetter = true,
  at = (_index: number) => 0,
): AbPair[] =>
  scores.map(([a, b], index) => {
    const checkpoint = at(index);
    const crashed = [...(a === "crashed" ? ["a" as const] : []), ...(b === "crashed" ? ["b" as const] : [])];
    const scored = { a: a === "crashed" ? null : a, b: b === "crashed" ? null : b, crashed };
    return { index, checkpoint, replicate: index + 1, ...scored, won: pairWon(scored, higherIsBetter) };
  });
const repeated = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

test("eight wins in a row decide, and later pairs do not", () => {
  const decision = decide(
    pairsOf([...repeated(8, [1, 2] as const), ...repeated(5, [2, 1] as const)]),
    sequential,
  );
  expect(decision).toMatchObject({ winner: "b", pairsUsed: 8, decided: true, wins: { a: 0, b: 8 } });
  expect(decision.eValue).toBe(eValue({ wins: 8, losses: 0 }));
});

test("pairs count in the order of their index: a pair after a gap decides nothing yet", () => {
  const pairs = pairsOf(repeated(9, [1, 2])).filter(({ index }) => index !== 3);
  expect(decide(pairs.toReversed(), sequential)).toMatchObject({ pairsUsed: 3, winner: null });
});

test("where less is better, the lower arm wins", () => {
  expect(decide(pairsOf(repeated(8, [1, 2]), false), { ...sequential, higherIsBetter: false })).toMatchObject(
    { winner: "a" },
  );
});

test("a crashed arm loses its pair, and an arm that only crashes never wins", () => {
  const decision = decide(pairsOf(repeated(12, [1, "crashed"])), sequential);
  expect(decision).toMatchObject({
    winner: "a",
    crashed: { a: 0, b: decision.pairsUsed },
    meanDifference: null,
  });
  expect(decide(pairsOf(repeated(10, [1, "crashed"])), atOnce)).toMatchObject({ winner: "a" });
  // Nothing was tried, so nothing is decided.
  expect(decide(pairsOf(repeated(10, ["crashed", "crashed"])), atOnce)).toMatchObject({
    winner: null,
    missing: 10,
    decided: false,
  });
});

test("only ties: no winner", () => {
  expect(decide(pairsOf(repeated(200, [3, 3])), sequential)).toMatchObject({
    winner: null,
    ties: 200,
    eValue: 1,
    decided: true,
  });
  expect(decide(pairsOf(repeated(10, [3, 3])), atOnce)).toMatchObject({ winner: null });
});

test("mostly ties: the e-process names the winner, with the share of ties", () => {
  const pairs = pairsOf([...repeated(9, [3, 3] as const), ...repeated(8, [1, 2] as const)]);
  expect(decide(pairs, sequential)).toMatchObject({
    winner: "b",
    tested: "wins",
    ties: 9,
    tieShare: 9 / 17,
    winShare: 1,
    decided: true,
  });
  // Also if all are tested once: pairs without a difference cannot cause a false positive.
  expect(decide(pairs, { ...atOnce, times: 17 })).toMatchObject({ winner: "b", tested: "mean", ties: 9 });
});

test("tested once: only after all pairs are played, and by one test", () => {
  expect(decide(pairsOf(repeated(9, [1, 2])), atOnce)).toMatchObject({ decided: false });
  expect(decide(pairsOf(repeated(9, [1, 2])), atOnce)).toMatchObject({
    winner: null,
    why: expect.stringContaining("9 of 10 pairs are played") as unknown,
  });
  expect(decide(pairsOf(repeated(10, [1, 2])), atOnce)).toMatchObject({ decided: true, winner: "b" });
  expect(decide(pairsOf(repeated(5, [1, 2])), { ...atOnce, times: 5 })).toMatchObject({
    decided: true,
    winner: null,
  });
});

/** Six checkpoints that alternate, or come one after the other, with five pairs each. */
const many: DecideOptions = { ...atOnce, times: 30, checkpoints: 6 };
const inTurns = (index: number) => index % 6;
test("from six checkpoints on each counts once, regardless of its pairs", () => {
  const luckyAtFive = pairsOf(
    Array.from({ length: 30 }, (_, index) =>
      inTurns(index) === 0 ? ([2, 1] as const) : ([1, 2 + (index % 7) / 10] as const),
    ),
    true,
    inTurns,
  );
  expect(decide(luckyAtFive, many)).toMatchObject({
    winner: null,
    unit: "checkpoint",
    checkpoints: { a: 1, b: 5, ties: 0, missing: 0 },
    wins: { a: 5, b: 25 },
    decided: true,
  });
  expect(decide(pairsOf(repeated(30, [1, 2]), true, inTurns), many)).toMatchObject({
    winner: "b",
    checkpoints: { a: 0, b: 6 },
    pairsUsed: 30,
    meanDifference: 1,
  });
  // With fewer, each pair counts.
  expect(
    decide(
      pairsOf(repeated(30, [1, 2]), true, (index) => index % 5),
      { ...many, checkpoints: 5 },
    ),
  ).toMatchObject({ winner: "b", unit: "pair", checkpoints: null });
});

/** Ten thousand tests with equal arms, tested after every pair: how often a winner is declared. */
const RUNS = 10_000;

test("A/A: testing after every pair declares few false positives", { timeout: 60_000 }, () => {
  let winners = 0;
  for (let run = 0; run < RUNS; run++) {
    const thrown = dice("ab", run);
    let [wins, losses, decided] = [0, 0, false];
    // The rule of `decide`, pair by pair, without rebuilding its lists; the last state goes through `decide` itself.
    const scores: Array<[number, number]> = [];
    for (let pair = 0; pair < 60 && !decided; pair++) {
      const score: [number, number] = [Math.floor(thrown.next() * 6), Math.floor(thrown.next() * 6)];
      scores.push(score);
      if (score[1] > score[0]) wins++;
      if (score[1] < score[0]) losses++;
      decided = eValue({ wins, losses }) >= 20;
    }
    if (decided && decide(pairsOf(scores), { ...sequential, times: 60 }).winner !== null) winners++;
  }
  expect(clopperPearson(winners, RUNS)[0]).toBeLessThanOrEqual(0.05);
  expect(winners).toBeGreaterThan(RUNS * 0.005);
});
