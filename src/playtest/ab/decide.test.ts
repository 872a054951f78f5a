import { expect, test } from "vitest";
import type { AbPair } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import { clopperPearson, eValue } from "../../kernel/stats/index.ts";
import { decide, pairWon, type DecideOptions } from "./decide.ts";

const sequential: DecideOptions = { untilDecided: true, alpha: 0.05, times: 200, higherIsBetter: true };
const atOnce: DecideOptions = { ...sequential, untilDecided: false, times: 10 };

/** Pairs by their scores; a text: that arm crashed. */
const pairsOf = (scores: ReadonlyArray<readonly [a: number | null | "crashed", b: number | null | "crashed"]>, higherIsBetter = true): AbPair[] =>
  scores.map(([a, b], index) => {
    const crashed = [...(a === "crashed" ? ["a" as const] : []), ...(b === "crashed" ? ["b" as const] : [])];
    const scored = { a: a === "crashed" ? null : a, b: b === "crashed" ? null : b, crashed };
    return { index, checkpoint: 0, replicate: index + 1, ...scored, won: pairWon(scored, higherIsBetter) };
  });
const repeated = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

test("eight wins in a row decide, and what comes after does not", () => {
  const decision = decide(pairsOf([...repeated(8, [1, 2] as const), ...repeated(5, [2, 1] as const)]), sequential);
  expect(decision).toMatchObject({ winner: "b", pairsUsed: 8, decided: true, wins: { a: 0, b: 8 } });
  expect(decision.eValue).toBe(eValue({ wins: 8, losses: 0 }));
});

test("seven do not", () => {
  expect(decide(pairsOf(repeated(7, [1, 2])), sequential)).toMatchObject({ winner: null, decided: false, pairsUsed: 7 });
});

test("pairs count in the order of their index: what waits for an earlier pair decides nothing yet", () => {
  const pairs = pairsOf(repeated(9, [1, 2])).filter(({ index }) => index !== 3);
  expect(decide(pairs.toReversed(), sequential)).toMatchObject({ pairsUsed: 3, winner: null });
});

test("where less is better, the lower arm wins", () => {
  expect(decide(pairsOf(repeated(8, [1, 2]), false), { ...sequential, higherIsBetter: false })).toMatchObject({ winner: "a" });
});

test("a crashed arm loses its pair, and an arm that only crashes never wins", () => {
  const decision = decide(pairsOf(repeated(12, [1, "crashed"])), sequential);
  expect(decision).toMatchObject({ winner: "a", crashed: { a: 0, b: decision.pairsUsed }, meanDifference: null });
  expect(decide(pairsOf(repeated(10, [1, "crashed"])), atOnce)).toMatchObject({ winner: "a" });
  expect(decide(pairsOf(repeated(10, ["crashed", "crashed"])), atOnce)).toMatchObject({ winner: null, missing: 10 });
});

test("only ties: no winner, however many", () => {
  expect(decide(pairsOf(repeated(200, [3, 3])), sequential)).toMatchObject({ winner: null, ties: 200, eValue: 1, decided: true });
  expect(decide(pairsOf(repeated(10, [3, 3])), atOnce)).toMatchObject({ winner: null });
});

test("mostly ties: a few wins are no winner", () => {
  const decision = decide(pairsOf([...repeated(9, [3, 3] as const), ...repeated(8, [1, 2] as const)]), sequential);
  expect(decision).toMatchObject({ winner: null, ties: 9, decided: true });
  expect(decision.why).toContain("no winner");
});

test("missing verdicts count as pairs without a winner", () => {
  expect(decide(pairsOf([...repeated(9, [null, 3] as const), ...repeated(8, [1, 2] as const)]), sequential)).toMatchObject({ winner: null, missing: 9 });
});

test("wins against the mean: no winner", () => {
  const decision = decide(pairsOf([[90, 0], ...repeated(12, [1, 2] as const)]), sequential);
  expect(decision).toMatchObject({ winner: null, decided: true });
  expect(decision.why).toContain("contradict");
});

test("all at once: not before all pairs are there, and by one test", () => {
  expect(decide(pairsOf(repeated(9, [1, 2])), atOnce)).toMatchObject({ decided: false });
  expect(decide(pairsOf(repeated(10, [1, 2])), atOnce)).toMatchObject({ decided: true, winner: "b" });
  expect(decide(pairsOf(repeated(5, [1, 2])), { ...atOnce, times: 5 })).toMatchObject({ decided: true, winner: null });
});

/** Ten thousand tests in which both arms are the same, seen after every pair: how often a winner is declared. */
const RUNS = 10_000;

test("A/A: looking after every pair declares few false winners", { timeout: 60_000 }, () => {
  let winners = 0;
  for (let run = 0; run < RUNS; run++) {
    const thrown = dice("ab", run);
    let [wins, losses, decided] = [0, 0, false];
    // The rule of `decide`, pair by pair, without building its lists anew each time; the last state goes through `decide` itself.
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

test("A/A at a fixed number of pairs: at most one in twenty", { timeout: 60_000 }, () => {
  let winners = 0;
  for (let run = 0; run < RUNS; run++) {
    const thrown = dice("fixed", run);
    if (decide(pairsOf(Array.from({ length: 10 }, () => [thrown.next() ** 3, thrown.next() ** 3] as const)), atOnce).winner !== null) winners++;
  }
  expect(clopperPearson(winners, RUNS)[0]).toBeLessThanOrEqual(0.05);
  expect(winners).toBeGreaterThan(RUNS * 0.02);
});

test("a real difference is found as often as theory says", { timeout: 60_000 }, () => {
  // B wins three of four pairs: the chance to have decided within 40 pairs, by adding up all paths.
  const expected = chanceToDecide(0.75, 40);
  const runs = 2_000;
  let winners = 0;
  for (let run = 0; run < runs; run++) {
    const thrown = dice("power", run);
    const decision = decide(pairsOf(Array.from({ length: 40 }, () => (thrown.chance(0.75) ? ([1, 2] as const) : ([2, 1] as const)))), { ...sequential, times: 40 });
    if (decision.winner === "b") winners++;
  }
  const [low, high] = clopperPearson(winners, runs);
  expect(expected).toBeGreaterThan(low);
  expect(expected).toBeLessThan(high);
});

/** Of the e-process for B, with so many pairs at most. */
function chanceToDecide(p: number, most: number): number {
  let reached = 0;
  let open = new Map<number, number>([[0, 1]]);
  for (let pair = 1; pair <= most; pair++) {
    const next = new Map<number, number>();
    for (const [wins, chance] of open) {
      for (const [won, share] of [[wins + 1, p], [wins, 1 - p]] as const) {
        if (eValue({ wins: won, losses: pair - won }) < 20) next.set(won, (next.get(won) ?? 0) + chance * share);
        else if (won > pair / 2) reached += chance * share;
      }
    }
    open = next;
  }
  return reached;
}
