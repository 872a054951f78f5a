import { dirname } from "node:path";
import type { AbPlan } from "../../../contract/index.ts";
import { FEWEST_PAIRS, minimumDetectable, minimumWins } from "../../../kernel/stats/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  branchState,
  estimateCost,
  estimateMissing,
  type CostEstimate,
  type MissingEstimate,
  type TurnLimitEstimate,
} from "../../play/index.ts";
import { readingsAt } from "../../readings/index.ts";
import type { SessionState } from "../../session/index.ts";
import { noiseReplays } from "./ab-noise.ts";
import { layoutOf, pairsOf, unitOf, unitsIn } from "./ab-pairs.ts";
import { capPower } from "./ab-power.ts";

/** The cost of a test and its power, before anything is spent. */
export type AbOutlook = {
  pairs: number;
  /** The unit of analysis, and the number of units. */
  unit: "pair" | "checkpoint";
  units: number;
  /** Including those of the noise floor. */
  replays: number;
  reader: string;
  /** For the readings that the checkpoints lack; they are made once. */
  missing?: MissingEstimate;
  /** USD of all replays and missing readings; null: a price is unknown. */
  usd: Range | null;
  /** USD of everything with a known price. */
  known: Range;
  /** If every replay runs to its last turn. */
  atTurnLimit: TurnLimitEstimate;
  /** With a fixed number of pairs: in standard deviations of the units' differences, at 80 % power. */
  detectable: number | null;
  /** Until decided: the fewest wins that decide at the last unit; null: too few units to decide. */
  fewest: number | null;
  /** Until decided: the smallest share of wins that is detected with 80 % power. */
  share: number | null;
  /** Until decided: the power to detect an arm that wins this share of the units that differ. */
  winner: { share: number; power: number } | null;
};
type Range = CostEstimate["known"];

export async function abOutlook(
  harness: Harness,
  plan: AbPlan,
  { states, checkpoints }: { states: readonly SessionState[]; checkpoints: readonly string[] },
): Promise<AbOutlook> {
  const replays: Array<{ estimate: CostEstimate; times: number }> = [];
  /** By session: two checkpoints of one session share their readings. */
  const readers = new Set<string>();
  const lacking = new Map<string, { turn: number; missing: MissingEstimate | undefined }>();
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
        changes: {
          ...wish,
          observer: plan.observer,
          judge: plan.judge,
          turns: plan.turns,
          maxTurns: plan.checkpoints[index]!.maxTurns,
        },
        replicate: 1,
        sessionId: "planned",
      });
      readers.add(from.config.observerModel);
      replays.push({
        estimate: estimateCost(from.config, harness.catalog, { from, turns: plan.turns }),
        times,
      });
      const session = dirname(checkpoints[index]!);
      if ((lacking.get(session)?.turn ?? 0) < parent.turn)
        lacking.set(session, {
          turn: parent.turn,
          missing: estimateMissing(
            from,
            harness.catalog,
            readingsAt(checkpoints[index]!, from.config.observerModel),
          ),
        });
    }
  }
  const missing = together([...lacking.values()].flatMap((each) => each.missing ?? []));
  const sum = (of: (estimate: CostEstimate) => number): number =>
    replays.reduce((total, { estimate, times }) => total + times * of(estimate), 0);
  const once = missing?.known ?? { low: 0, high: 0 };
  const isPriced =
    missing?.total !== null && replays.every(({ estimate: { atTurnLimit } }) => atTurnLimit.total !== null);
  const cap = untilDecided ? capPower({ units, alpha }) : null;
  const known = {
    low: once.low + sum((estimate) => estimate.known.low),
    high: once.high + sum((estimate) => estimate.known.high),
  };
  const most = once.high + sum((estimate) => estimate.atTurnLimit.known);
  return {
    pairs: plan.times,
    unit: unitOf(layout),
    units,
    replays: 2 * plan.times + noiseReplays(plan).flat().length,
    reader: [...readers].join(", "),
    ...(missing && { missing }),
    usd: isPriced ? known : null,
    known,
    atTurnLimit: {
      limit: "--turns",
      turns: plan.turns,
      calls: (missing?.calls.high ?? 0) + sum((estimate) => estimate.atTurnLimit.calls),
      known: most,
      total: isPriced ? most : null,
    },
    detectable: untilDecided || units < FEWEST_PAIRS ? null : minimumDetectable({ pairs: units, alpha }),
    fewest: minimumWins(units, alpha),
    share: cap?.share ?? null,
    winner: cap?.winner ?? null,
  };
}

function together(all: readonly MissingEstimate[]): MissingEstimate | undefined {
  const add = (one: Range, other: Range): Range => ({
    low: one.low + other.low,
    high: one.high + other.high,
  });
  return all.length === 0
    ? undefined
    : all.reduce((sum, each) => ({
        turns: sum.turns + each.turns,
        calls: add(sum.calls, each.calls),
        known: add(sum.known, each.known),
        total: sum.total && each.total && add(sum.total, each.total),
      }));
}
