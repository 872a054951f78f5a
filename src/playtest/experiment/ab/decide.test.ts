import { expect, test } from "vitest";
import type { AbPair } from "../../../contract/index.ts";
import { dice } from "../../../kernel/dice/index.ts";
import { clopperPearson, eValue, flipInterval } from "../../../kernel/stats/index.ts";
import { pairWon } from "./ab-pairs.ts";
import { decide, differenceInterval, type DecideOptions } from "./decide.ts";
import { checkpointOf } from "./ab-pairs.ts";
import { capPower, capText, chanceToDecide, detectableShare } from "./ab-power.ts";

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

test("seven do not", () => {
  expect(decide(pairsOf(repeated(7, [1, 2])), sequential)).toMatchObject({
    winner: null,
    decided: false,
    pairsUsed: 7,
  });
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

test("if most pairs have no score, a single test has no winner, and until decided the winner is named", () => {
  const pairs = pairsOf([...repeated(9, [null, 3] as const), ...repeated(8, [1, 2] as const)]);
  expect(decide(pairs, { ...atOnce, times: 17 })).toMatchObject({ winner: null, missing: 9, decided: true });
  // It has ended, so it must name its winner.
  expect(decide(pairs, sequential)).toMatchObject({ winner: "b", missing: 9, decided: true });
});

test("if an arm crashed, the mean of the other pairs has no interval and favours neither arm", () => {
  const pairs = pairsOf(
    Array.from({ length: 20 }, (_, at) =>
      at < 7 ? ([5, "crashed"] as const) : ([5, 6 + (at % 3)] as const),
    ),
  );
  for (const options of [{ ...atOnce, times: 20 }, sequential]) {
    expect(decide(pairs, options)).toMatchObject({
      winner: null,
      betterMean: null,
      pairsScored: 13,
      meanDifference: expect.closeTo(2, 0) as number,
    });
    expect(differenceInterval(pairs, options)).toBeNull();
  }
});

test("wins against the mean: the tested quantity decides, and the better mean is named", () => {
  const scores = [[90, 0] as const, ...repeated(12, [1, 2] as const)];
  const found = { winner: "b", tested: "wins", betterMean: "a", decided: true };
  expect(decide(pairsOf(scores), sequential)).toMatchObject(found);
  expect(decide(pairsOf(scores, false), { ...sequential, higherIsBetter: false })).toMatchObject({
    ...found,
    winner: "a",
    betterMean: "b",
  });
  // Tested once, the mean decides: B loses slightly in most pairs, and wins by much in others.
  const rare = [...repeated(11, [2, 1] as const), ...repeated(9, [0, 50] as const)];
  expect(decide(pairsOf(rare), { ...atOnce, times: 20 })).toMatchObject({
    winner: "b",
    tested: "mean",
    betterMean: "b",
    winShare: 9 / 20,
  });
});

test("the interval of the mean difference covers the pairs used, at 1 − alpha, and appears only at the end", () => {
  const scores = Array.from({ length: 10 }, (_, at) => [0, at - 2] as const);
  const differences = scores.map(([, b]) => b);
  const [low, high] = flipInterval(differences, { seed: "ab", alpha: 0.1 })!;
  expect(differenceInterval(pairsOf(scores), { ...atOnce, alpha: 0.1 })).toEqual({ low, high, level: 0.9 });
  expect(differenceInterval(pairsOf(scores).slice(0, 9), atOnce)).toBeNull();
  expect(differenceInterval(pairsOf(scores).slice(0, 5), sequential)).toBeNull();
  // Pairs after the decision are not part of it.
  const decided = [...Array.from({ length: 8 }, (_, at) => [0, 1 + at] as const), [0, 99] as const];
  expect(differenceInterval(pairsOf(decided), sequential)!.high).toBeLessThan(9);
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
const eight: DecideOptions = { ...sequential, times: 24, checkpoints: 8 };
const inTurns = (index: number) => index % 6;
const inBlocks = (index: number) => Math.floor(index / 3);

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

test("until decided, a checkpoint is tested once, when all its pairs are played", () => {
  const pairs = pairsOf(repeated(24, [1, 2]), true, inBlocks);
  expect(decide(pairs, eight)).toMatchObject({ winner: "b", pairsUsed: 24, checkpoints: { b: 8 } });
  expect(decide(pairs.slice(0, 23), eight)).toMatchObject({
    winner: null,
    pairsUsed: 21,
    checkpoints: { b: 7 },
    decided: false,
  });
  // By the mean of its pairs: one large loss outweighs two small wins.
  expect(
    decide(
      pairsOf(
        [
          [9, 1],
          [1, 2],
          [1, 2],
        ],
        true,
        inBlocks,
      ),
      eight,
    ),
  ).toMatchObject({ wins: { a: 1, b: 2 }, checkpoints: { a: 1, b: 0 } });
  // If an arm crashed, by who won more of them.
  expect(
    decide(
      pairsOf(
        [
          ["crashed", 1],
          [9, 2],
          [1, "crashed"],
        ],
        true,
        inBlocks,
      ),
      eight,
    ),
  ).toMatchObject({ wins: { a: 2, b: 1 }, checkpoints: { a: 1, b: 0 } });
  expect(
    decide(
      pairsOf([[null, 1], [null, 1], [null, 1], ...repeated(3, ["crashed", 1] as const)], true, inBlocks),
      eight,
    ),
  ).toMatchObject({ checkpoints: { a: 0, b: 1, ties: 0, missing: 1 } });
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

/** One simulated test until decided: B wins `share` of the pairs that do not tie. */
function thrownTest(seed: string, run: number, { ties, share }: { ties: number; share: number }) {
  const thrown = dice(seed, run);
  const scores = Array.from({ length: sequential.times }, () =>
    thrown.chance(ties) ? ([3, 3] as const) : thrown.chance(share) ? ([1, 2] as const) : ([2, 1] as const),
  );
  return decide(pairsOf(scores), sequential).winner;
}

test(
  "55 % ties: an arm that wins 90 % of the rest is found, and equal arms are not",
  { timeout: 60_000 },
  () => {
    const runs = 1_000;
    const winners = (share: number) =>
      Array.from({ length: runs }, (_, run) => thrownTest("ties", run, { ties: 0.55, share }));
    expect(winners(0.9).filter((winner) => winner === "b").length).toBeGreaterThan(0.99 * runs);
    const false_ = winners(0.5).filter((winner) => winner !== null).length;
    expect(clopperPearson(false_, runs)[0]).toBeLessThanOrEqual(0.05);
  },
);

test("A/A at a fixed number of pairs: at most one in twenty", { timeout: 60_000 }, () => {
  let winners = 0;
  for (let run = 0; run < RUNS; run++) {
    const thrown = dice("fixed", run);
    if (
      decide(
        pairsOf(Array.from({ length: 10 }, () => [thrown.next() ** 3, thrown.next() ** 3] as const)),
        atOnce,
      ).winner !== null
    )
      winners++;
  }
  expect(clopperPearson(winners, RUNS)[0]).toBeLessThanOrEqual(0.05);
  expect(winners).toBeGreaterThan(RUNS * 0.02);
});

/** B is better at some checkpoints and worse at others, by as much as the noise, and on average equal. */
test.each([
  { ...many, times: 30 },
  { ...many, times: 96, checkpoints: 12 },
  { ...eight, times: 40 },
  { ...eight, times: 120, checkpoints: 12 },
])(
  "A/A with checkpoints that differ: $checkpoints checkpoints, $times pairs, until decided: $untilDecided",
  { timeout: 60_000 },
  (options) => {
    const runs = 2_000;
    let winners = 0;
    for (let run = 0; run < runs; run++) {
      const thrown = dice("checkpoints", run, options.times);
      const normal = () =>
        Math.sqrt(-2 * Math.log(1 - thrown.next())) * Math.cos(2 * Math.PI * thrown.next());
      const effects = Array.from({ length: options.checkpoints }, normal);
      const at = (index: number) => checkpointOf(options, index);
      if (
        decide(
          pairsOf(
            Array.from(
              { length: options.times },
              (_, index) => [normal(), effects[at(index)]! + normal()] as const,
            ),
            true,
            at,
          ),
          options,
        ).winner !== null
      )
        winners++;
    }
    expect(clopperPearson(winners, runs)[0]).toBeLessThanOrEqual(0.05);
  },
);

test("a real difference is found as often as theory predicts", { timeout: 60_000 }, () => {
  // B wins three of four pairs: the chance to have decided within 40 pairs, summed over all paths.
  const expected = chanceToDecide(0.75, { units: 40, alpha: 0.05 });
  const runs = 2_000;
  let winners = 0;
  for (let run = 0; run < runs; run++) {
    const thrown = dice("power", run);
    const decision = decide(
      pairsOf(
        Array.from({ length: 40 }, () => (thrown.chance(0.75) ? ([1, 2] as const) : ([2, 1] as const))),
      ),
      { ...sequential, times: 40 },
    );
    if (decision.winner === "b") winners++;
  }
  const [low, high] = clopperPearson(winners, runs);
  expect(expected).toBeGreaterThan(low);
  expect(expected).toBeLessThan(high);
});

test("the power of a test until decided, in advance", () => {
  const share = detectableShare({ units: 50, alpha: 0.05 })!;
  expect(chanceToDecide(share, { units: 50, alpha: 0.05 })).toBeCloseTo(0.8, 2);
  expect(detectableShare({ units: 50, alpha: 0.01 })).toBeGreaterThan(share);
  expect(detectableShare({ units: 7, alpha: 0.05 })).toBeNull();
});

test("the power of a very large test is that of its first thousand pairs", () => {
  const plan = { checkpoints: [{ sessionId: "s", turn: 1, file: "" }], times: 10_000, alpha: 0.05 };
  expect(capText(plan as unknown as Parameters<typeof capText>[0])).toMatch(
    /^With the first 1000 of 10000 pairs and no ties/,
  );
});

test("the power of a cap against an arm that wins 70 %", () => {
  const power = (units: number) => capPower({ units, alpha: 0.05 }).winner.power;
  // Every path of wins and losses, summed in exact fractions.
  expect(power(20)).toBeCloseTo(0.18264428188313875, 9);
  expect(power(100)).toBeCloseTo(0.8880294004215056, 9);
  expect(power(7)).toBe(0);
});
