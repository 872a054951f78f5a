import type { AbPlan } from "../../contract/index.ts";
import { FEWEST_PAIRS, minimumDetectable, minimumWins } from "../../kernel/stats/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { branchState, estimateCost, type CostEstimate } from "../play/index.ts";
import type { SessionState } from "../session/index.ts";
import { noiseReplays } from "./noise.ts";
import { pairsOf, unitOf, unitsIn } from "./pair-layout.ts";
import { layoutOf } from "./pair-of.ts";
import { detectableShare } from "./until-decided-power.ts";

/** What a test would take, and what it could show, before anything is spent. */
export type AbOutlook = {
  pairs: number;
  /** What counts once, and how many of it there will be. */
  unit: "pair" | "checkpoint";
  units: number;
  /** With those of the noise floor. */
  replays: number;
  /** USD of all replays; null: not every price is known. */
  usd: Range | null;
  /** USD of everything whose price is known. */
  known: Range;
  /** At a fixed number of pairs: in standard deviations of the units' differences, with 80 % power. */
  detectable: number | null;
  /** Until decided: the fewest wins that decide at the last unit; null: so few cannot decide. */
  fewest: number | null;
  /** Until decided: the least share of wins that is found with 80 % power. */
  share: number | null;
};
type Range = CostEstimate["known"];

export async function abOutlook(
  harness: Harness,
  plan: AbPlan,
  states: readonly SessionState[],
): Promise<AbOutlook> {
  const estimates: Array<{ estimate: CostEstimate; times: number }> = [];
  const layout = layoutOf(plan);
  const [units, { alpha, untilDecided }] = [unitsIn(layout), plan];
  for (const [index, parent] of states.entries()) {
    const pairs = pairsOf(layout, index);
    for (const { wish, times } of [
      { wish: plan.a.wish, times: pairs },
      { wish: plan.b.wish, times: pairs },
      ...(index === 0 ? [{ wish: {}, times: noiseReplays(plan).flat().length }] : []),
    ]) {
      if (times === 0) continue;
      const from = branchState({
        harness,
        parent,
        wish: { ...wish, judge: plan.judge, maxTurns: plan.checkpoints[index]!.maxTurns },
        replicate: 1,
        sessionId: "planned",
      });
      estimates.push({
        estimate: await estimateCost(from.config, harness.catalog, { from, turns: plan.turns }),
        times,
      });
    }
  }
  const sum = (of: (estimate: CostEstimate) => Range) =>
    estimates.reduce(
      (total, { estimate, times }) => ({
        low: total.low + times * of(estimate).low,
        high: total.high + times * of(estimate).high,
      }),
      { low: 0, high: 0 },
    );
  const known = sum((estimate) => estimate.known);
  return {
    pairs: plan.times,
    unit: unitOf(layout),
    units,
    replays: 2 * plan.times + noiseReplays(plan).flat().length,
    usd: estimates.every(({ estimate }) => estimate.total !== null) ? known : null,
    known,
    detectable: untilDecided || units < FEWEST_PAIRS ? null : minimumDetectable({ pairs: units, alpha }),
    fewest: minimumWins(units, alpha),
    share: untilDecided ? detectableShare({ units, alpha }) : null,
  };
}
