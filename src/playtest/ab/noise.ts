import type { AbPlan, SessionResult } from "../../contract/index.ts";
import { noiseFloor, realDifference, type NoiseFloor } from "../../kernel/stats/index.ts";
import { finishedReplay, type Replay } from "./play-arm.ts";
import { ownMetrics } from "./pair-of.ts";

/** How much the metric moves when nothing is changed, and how large a difference would be more than that. */
export type AbNoise = {
  floor: NoiseFloor;
  /** In the metric's units, with as many pairs as are planned; null: repeats were not played, or too few. */
  realDifference: number | null;
  /** Replays that have no score. */
  missing: number;
};

/** The first checkpoint as it was, under so many throws of the dice, each played so often. */
export function noiseReplays({ noise }: AbPlan): Replay[][] {
  return Array.from({ length: noise.dice }, (_, dice) => Array.from({ length: noise.repeats }, (_, repeat) => ({ sessionId: `noise-${dice + 1}-${repeat + 1}`, checkpoint: 0, replicate: dice + 1, wish: {} })));
}

/** `rejudged` gives the metric by every verdict on a session, where it is a judge's. */
export function readNoise(dir: string, plan: AbPlan, rejudged: (result: SessionResult) => number[] | undefined): AbNoise {
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
  return { floor, realDifference: realDifference(floor, { pairs: plan.times }), missing };
}
