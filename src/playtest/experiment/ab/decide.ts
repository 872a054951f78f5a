/**
 * Who wins an A/B test: the sign e-process, looked at after every pair. It names one of two equal arms in at most 5 % of
 * tests, however often one looks and whenever one stops. Ties and missing pairs drop out.
 */
import type { AbDecision, AbPair } from "../../../contract/index.ts";
import { eValue } from "../../../kernel/stats/index.ts";
import { inOrder } from "./ab-pairs.ts";

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
