/** What a test can show before it is played: how often it is decided, and after how many pairs. */
import type { AbPlan } from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { eValue } from "../../../kernel/stats/index.ts";
import { FEWEST_PAIRS, THRESHOLD } from "./decide.ts";

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
