import type { Breakdown, RankViolation } from "../../contract/index.ts";

/** What was found, item by item, before anybody counts points. */
export type Evaluation = {
  primaryPass: boolean;
  secondaryMissing?: readonly string[];
  falsePositives?: readonly string[];
  rankViolations?: readonly RankViolation[];
  wrongHandlers?: readonly string[];
};

export type Score = { score: number; breakdown: Breakdown; isHardFail: boolean };

export const FULL_SCORE = 100;
/** Points an item. */
const PENALTIES = {
  secondary_missing: 10,
  false_positives: 20,
  rank_violations: 10,
  wrong_handlers: 20,
} as const;

/** The primary is not negotiable: without it there are no points. With it there are 100, less a penalty for each item, and never less than 0. */
export function calculateScore({
  primaryPass,
  secondaryMissing = [],
  falsePositives = [],
  rankViolations = [],
  wrongHandlers = [],
}: Evaluation): Score {
  if (!primaryPass)
    return {
      score: 0,
      breakdown: { primary_fail: true, reason: "Primary expected entity not found" },
      isHardFail: true,
    };
  const breakdown: Breakdown = {
    ...penaltyFor("secondary_missing", secondaryMissing),
    ...penaltyFor("false_positives", falsePositives),
    ...penaltyFor("rank_violations", rankViolations),
    ...penaltyFor("wrong_handlers", wrongHandlers),
  };
  const lost = [
    breakdown.secondary_missing,
    breakdown.false_positives,
    breakdown.rank_violations,
    breakdown.wrong_handlers,
  ].reduce((sum, part) => sum + (part?.penalty ?? 0), 0);
  return { score: Math.max(0, FULL_SCORE + lost), breakdown, isHardFail: false };
}

const penaltyFor = <Name extends keyof typeof PENALTIES, Item>(name: Name, items: readonly Item[]) =>
  items.length === 0
    ? {}
    : { [name]: { items: [...items], count: items.length, penalty: -PENALTIES[name] * items.length } };
