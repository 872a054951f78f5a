/**
 * Claim: an A/B test of at most 40 pairs names one of two equal arms in about 2 % of tests, and finds the better one as
 * often as the dry run says. Thrown pairs from a seed, without a model.
 *
 *     node benches/ab-decisions.ts [tests]
 *
 * Exit 1 where an aim is missed: equal arms at most 5 %, and every other rate within its 95 % interval of the stated one.
 */
import type { AbPair } from "../src/contract/index.ts";
import { dice, type Dice } from "../src/kernel/dice/index.ts";
import { wilson } from "../src/kernel/stats/index.ts";
import { decide } from "../src/playtest/experiment/ab/ab-pairs.ts";
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

/** `decided`, `pairs`: what guides and the dry run say. */
type Case = { name: string; once: Throw; decided: number; pairs?: number; isEqual?: true };
const cases: Case[] = [
  { name: "equal arms", once: winning(0.5), decided: 0.022, isEqual: true },
  { name: "equal arms, 60 % ties", once: winning(0.5, 0.6), decided: 0.01, isEqual: true },
  { name: "B wins 70 %", once: winning(0.7), decided: 0.43, pairs: 33 },
  { name: "B wins 80 %", once: winning(0.8), decided: 0.89, pairs: 22 },
  { name: "B wins 90 %", once: winning(0.9), decided: 1, pairs: 13 },
  { name: "a finding, 60 to 10 %", once: recurring(0.6, 0.1), decided: 0.98, pairs: 19 },
  { name: "a finding, 30 to 10 %", once: recurring(0.3, 0.1), decided: 0.29, pairs: 36 },
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
  ["", "decided", "95 % interval", "stated", "pairs, mean", "stated"],
  cases.map(({ name, once, decided: stated, pairs: statedPairs, isEqual }) => {
    const tests = Array.from({ length: TESTS }, (_, run) => playTest(name, run, once));
    const decided = tests.filter((test) => test.decided).length;
    const pairs = tests.reduce((sum, test) => sum + test.pairs, 0) / TESTS;
    const [low, high] = wilson(decided, TESTS);
    if (isEqual && decided / TESTS > 0.05)
      missed.push(`a winner of equal arms in at most 5 %: ${percent(decided / TESTS)}`);
    const isFar = Math.abs(pairs - (statedPairs ?? pairs)) > 1;
    if (!isEqual && (stated < low - 0.01 || stated > high + 0.01 || isFar))
      missed.push(`${name}: ${percent(stated)} after ${statedPairs} pairs`);
    return [
      name,
      percent(decided / TESTS),
      `${percent(low)} to ${percent(high)}`,
      percent(stated),
      fixed(pairs, 1),
      String(statedPairs ?? "-"),
    ];
  }),
);
reportMissed(missed);
