import type { AbDecision, AbPlan } from "../../contract/index.ts";
import { eValue } from "../../kernel/stats/index.ts";
import { unitOf } from "./pair-layout.ts";
import { layoutOf } from "./pair-of.ts";

/** How far a test that looks after every pair still was from a winner when it ended. */
export type Nearness = {
  /** Null: both have won as many. */
  ahead: "a" | "b" | null;
  eValue: number;
  /** The E-value that decides. */
  needed: number;
  unit: "pair" | "checkpoint";
  /** Units that would decide if whoever is ahead won every one of them: at best so many more. */
  atBest: number;
  /** More pairs can be added to it: what was looked at stays as it was. Checkpoints have their share of the pairs, fixed beforehand. */
  canGoOn: boolean;
};

/** Null: it is decided, or it does not look before the end, or nothing could be played. */
export function howNear(plan: AbPlan, decision: AbDecision): Nearness | null {
  const needed = 1 / plan.alpha;
  if (!plan.untilDecided || decision.eValue >= needed || decision.pairsUsed === 0) return null;
  const { a, b } = decision.checkpoints ?? decision.wins;
  const [most, least] = [Math.max(a, b), Math.min(a, b)];
  let atBest = 1;
  while (eValue({ wins: most + atBest, losses: least }) < needed) atBest++;
  const unit = unitOf(layoutOf(plan));
  return {
    ahead: a === b ? null : a > b ? "a" : "b",
    eValue: decision.eValue,
    needed,
    unit,
    atBest,
    canGoOn: unit === "pair",
  };
}
