/**
 * Claim: an A/B test of at most 40 pairs names one of two equal arms in about 2 % of tests, and finds the better one as
 * often as the plan says. Thrown pairs from a seed, without a model.
 *
 *     node benches/ab-decisions.ts [tests]
 *
 * Exit 1 where an aim is missed: equal arms at most 5 %, and every other rate within its 95 % interval of the exact one.
 */
import type { AbPair } from "../src/contract/index.ts";
import { dice, type Dice } from "../src/kernel/dice/index.ts";
import { wilson } from "../src/kernel/stats/index.ts";
import { powerOf, recurrence, decide } from "../src/playtest/experiment/ab/decide.ts";
import { fixed, printHeader, printTable, reportMissed } from "./measure.ts";

const TESTS = Number(process.argv[2] ?? 10_000);
const PAIRS = 40;

type Throw = (thrown: Dice) => AbPair["won"];

/** B wins this share of the pairs that do not tie. */
const winning =
  (share: number, ties = 0): Throw =>
  (thrown) =>
    thrown.chance(ties) ? "tie" : thrown.chance(share) ? "b" : "a";

/** A finding comes back in these shares of the replays of A and of B. */
const recurring =
  (unchanged: number, changed: number): Throw =>
  (thrown) => {
    const [inA, inB] = [thrown.chance(unchanged), thrown.chance(changed)];
    return inA === inB ? "tie" : inA ? "b" : "a";
  };

const cases: Array<{ name: string; once: Throw; odds: Parameters<typeof powerOf>[0]; isEqual?: true }> = [
  { name: "equal arms", once: winning(0.5), odds: { better: 0.5, worse: 0.5 }, isEqual: true },
  {
    name: "equal arms, 60 % ties",
    once: winning(0.5, 0.6),
    odds: { better: 0.2, worse: 0.2 },
    isEqual: true,
  },
  ...[0.7, 0.8, 0.9].map((share) => ({
    name: `B wins ${100 * share} %`,
    once: winning(share),
    odds: { better: share, worse: 1 - share },
  })),
  { name: "a finding, 60 to 10 %", once: recurring(0.6, 0.1), odds: recurrence(0.6, 0.1) },
  { name: "a finding, 30 to 10 %", once: recurring(0.3, 0.1), odds: recurrence(0.3, 0.1) },
];

function playTest(seed: string, run: number, once: Throw): { decided: boolean; pairs: number } {
  const thrown = dice(seed, run);
  const pairs = Array.from({ length: PAIRS }, (_, index): AbPair => ({
    index,
    checkpoint: 0,
    replicate: index + 1,
    a: null,
    b: null,
    crashed: [],
    won: once(thrown),
  }));
  return decide(pairs);
}

const percent = (share: number) => `${fixed(100 * share, 1)} %`;
const missed: string[] = [];
printHeader(`When an A/B test is decided: ${TESTS} tests each, at most ${PAIRS} pairs`);
printTable(
  ["", "decided", "95 % interval", "exact", "pairs, mean", "exact"],
  cases.map(({ name, once, odds, isEqual }) => {
    const tests = Array.from({ length: TESTS }, (_, run) => playTest(name, run, once));
    const decided = tests.filter((test) => test.decided).length;
    const pairs = tests.reduce((sum, test) => sum + test.pairs, 0) / TESTS;
    const [low, high] = wilson(decided, TESTS);
    const power = powerOf(odds, PAIRS);
    const exact = power.better + power.worse;
    if (isEqual && decided / TESTS > 0.05)
      missed.push(`a winner of equal arms in at most 5 %: ${percent(decided / TESTS)}`);
    if (exact < low - 0.005 || exact > high + 0.005 || Math.abs(pairs - power.pairs) > 1)
      missed.push(`${name}: ${percent(exact)} after ${fixed(power.pairs, 1)} pairs`);
    return [
      name,
      percent(decided / TESTS),
      `${percent(low)} to ${percent(high)}`,
      percent(exact),
      fixed(pairs, 1),
      fixed(power.pairs, 1),
    ];
  }),
);
reportMissed(missed);
