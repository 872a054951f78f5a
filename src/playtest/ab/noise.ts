import type { AbPlan, SessionResult } from "../../contract/index.ts";
import {
  FEWEST_PAIRS,
  minimumDetectable,
  noiseFloor,
  normalQuantile,
  type NoiseFloor,
} from "../../kernel/stats/index.ts";
import { finishedReplay, type Replay } from "./play-arm.ts";
import { layoutOf, ownMetrics } from "./pair-of.ts";
import { unitsIn } from "./pair-layout.ts";
import { detectableShare } from "./until-decided-power.ts";

/** How much the metric moves when nothing is changed, and how large a difference would be more than that. */
export type AbNoise = {
  floor: NoiseFloor;
  /** What this test would find with 80 % power, in the metric's units; null: repeats were not played, or none of them moved, or it finds nothing that often. */
  realDifference: number | null;
  /** Replays that have no score. */
  missing: number;
};

/** The first checkpoint as it was, under so many throws of the dice, each played so often. */
export function noiseReplays({ noise, checkpoints: [first] }: AbPlan): Replay[][] {
  const wish = { maxTurns: first!.maxTurns };
  return Array.from({ length: noise.dice }, (_, dice) =>
    Array.from({ length: noise.repeats }, (_, repeat) => ({
      sessionId: `noise-${dice + 1}-${repeat + 1}`,
      checkpoint: 0,
      replicate: dice + 1,
      wish,
    })),
  );
}

/** `rejudged` gives the metric by every verdict on a session, where it is a judge's. */
export function readNoise(
  dir: string,
  plan: AbPlan,
  rejudged: (result: SessionResult) => number[] | undefined,
): AbNoise {
  let missing = 0;
  const scores = noiseReplays(plan).map((repeats) =>
    repeats.map((replay) => {
      const result = finishedReplay(dir, plan, replay);
      const own = result && ownMetrics(result, { after: plan.checkpoints[0]!.turn })[plan.metric];
      const judged = result && rejudged(result);
      if (judged && judged.length > 0) return judged;
      if (own == null) missing++;
      return own == null ? [] : [own];
    }),
  );
  const floor = noiseFloor(scores);
  return { floor, realDifference: realDifference(floor, plan), missing };
}

/** Arms of a pair share their dice, so that what lies between dice drops out for as long as both say the same. A floor: a change that helps at one checkpoint and hurts at another needs more. */
export function realDifference({ withinDice, rejudging }: NoiseFloor, plan: AbPlan): number | null {
  const { alpha, times, untilDecided } = plan;
  const units = unitsIn(layoutOf(plan));
  if (withinDice.spread === null) return null;
  const ofUnit = Math.sqrt(
    (2 * (withinDice.spread ** 2 + (rejudging.spread ?? 0) ** 2)) / Math.max(1, Math.floor(times / units)),
  );
  // Nothing moved by itself. What another wording would have moved by luck was not tried.
  if (ofUnit === 0) return null;
  // Whoever stops early counts wins: a difference is as good as the share of wins it gives.
  const share = untilDecided ? detectableShare({ units, alpha }) : null;
  const deviations = untilDecided
    ? share && normalQuantile(share)
    : units < FEWEST_PAIRS
      ? null
      : minimumDetectable({ pairs: units, alpha });
  return deviations === null ? null : deviations * ofUnit;
}
