/**
 * Who wins an A/B test: the sign e-process, looked at after every pair. It names one of two equal arms in at most 5 % of
 * tests, however often one looks and whenever one stops. Ties and missing pairs drop out.
 */
import type { AbDecision, AbPair, AbPlan } from "../../../contract/index.ts";
import { eValue } from "../../../kernel/stats/index.ts";
import { inOrder } from "./ab-pairs.ts";
import { counted } from "../../../kernel/report/index.ts";

/** An E-value of this size decides. */
export const THRESHOLD = 20;

/** Fewer pairs that differ cannot decide, even if one arm wins them all. */
export const FEWEST_PAIRS = 8;

/** Pairs count in the order of their index: the order in which they finish must not decide. */
export function decide(pairs: readonly AbPair[]): AbDecision {
  const decision: AbDecision = {
    winner: null,
    decided: false,
    eValue: 1,
    pairs: 0,
    wins: { a: 0, b: 0 },
    ties: 0,
    missing: 0,
  };
  const { wins } = decision;
  for (const { index, won } of inOrder(pairs)) {
    // After a gap, pairs that are still being played come first.
    if (index !== decision.pairs || decision.decided) break;
    decision.pairs += 1;
    if (won === "tie") decision.ties += 1;
    else if (won === "missing") decision.missing += 1;
    else wins[won] += 1;
    decision.eValue = eValue({ wins: wins.b, losses: wins.a });
    decision.decided = decision.eValue >= THRESHOLD;
  }
  if (decision.decided) decision.winner = wins.b > wins.a ? "b" : "a";
  return decision;
}

/** The pairs that a decision rests on. */
export const usedOf = (pairs: readonly AbPair[], { pairs: used }: AbDecision): AbPair[] =>
  inOrder(pairs).slice(0, used);

/** The chances of a pair. The rest are ties. */
type Odds = { /** B wins it. */ better: number; worse: number };

export type Power = {
  /** The share of tests that are decided for B, and for A. */
  better: number;
  worse: number;
  /** The mean number of pairs, with all pairs of a test that is not decided. */
  pairs: number;
};

/** Exact: the chances of all courses of a test, by its wins and losses. */
export function powerOf({ better, worse }: Odds, mostPairs: number): Power {
  const power = { better: 0, worse: 0, pairs: 0 };
  let open: number[][] = [[1]];
  for (let played = 1; played <= mostPairs; played += 1) {
    const next = Array.from({ length: played + 1 }, () => Array.from({ length: played + 1 }, () => 0));
    for (const [wins, row] of open.entries())
      for (const [losses, chance] of row.entries()) {
        if (chance === 0) continue;
        power.pairs += chance;
        next[wins]![losses]! += chance * (1 - better - worse);
        for (const [won, lost, share] of [
          [wins + 1, losses, better],
          [wins, losses + 1, worse],
        ] as const)
          if (eValue({ wins: won, losses: lost }) < THRESHOLD) next[won]![lost]! += chance * share;
          else power[won > lost ? "better" : "worse"] += chance * share;
      }
    open = next;
  }
  return power;
}

/** In how many replays a finding recurs, unchanged and changed: each replay by itself. */
export const recurrence = (unchanged: number, changed: number): Odds => ({
  better: unchanged * (1 - changed),
  worse: changed * (1 - unchanged),
});

/** In words, for the plan and the dry run. */
export function powerText({ pairs, finding }: Pick<AbPlan, "pairs" | "finding">): string {
  if (pairs < FEWEST_PAIRS)
    return `${counted(pairs, "pair")} cannot decide: at least ${FEWEST_PAIRS} are needed.`;
  const [clear, slight] = finding
    ? [powerOf(recurrence(0.6, 0.1), pairs), powerOf(recurrence(0.3, 0.1), pairs)]
    : [powerOf({ better: 0.8, worse: 0.2 }, pairs), powerOf({ better: 0.7, worse: 0.3 }, pairs)];
  const [ifClear, ifSlight] = finding
    ? ["If the finding recurs in 60 % of unchanged replays and 10 % of changed ones", "30 and 10 %"]
    : ["If B is better in 80 % of the pairs that differ", "70 %"];
  const shown = (share: number) => `${Math.round(100 * share)} %`;
  return `${ifClear}, ${shown(clear.better)} of tests reach a decision, after about ${Math.round(clear.pairs)} pairs; with ${ifSlight}, ${shown(slight.better)} do within ${pairs} pairs.`;
}
