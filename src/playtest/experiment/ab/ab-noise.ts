/** The noise floor of an A/B test: how much the metric varies without any change. */
import type { AbNoise, AbPlan, NoiseFloor, SessionResult } from "../../../contract/index.ts";
import { FEWEST_PAIRS, minimumDetectable, noiseFloor, normalQuantile } from "../../../kernel/stats/index.ts";
import { finishedReplay, type Replay } from "../checkpoint-replay.ts";
import type { SessionWatch } from "../run-experiment.ts";
import { layoutOf, ownMetrics, unitsIn } from "./ab-pairs.ts";
import { detectableShare } from "./ab-power.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { loadLatest } from "../../readings/index.ts";
import { isJudged, judgedMetrics, type MetricName } from "../../compare/index.ts";
import {
  CALIBRATIONS,
  hasScores,
  judgeStored,
  qualityOf,
  readCalibrations,
  rubricOf,
  verdictsOn,
} from "../../judge/index.ts";
import { sessionMetrics } from "../../metrics/index.ts";
import type { SessionState } from "../../session/index.ts";

/** Replays of the first checkpoint, unchanged: `dice` seeds, each replayed `repeats` times. */
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

export const isNoise = ({ sessionId }: Replay): boolean => sessionId.startsWith("noise-");

export function readNoise(dir: string, plan: AbPlan): AbNoise {
  let missing = 0;
  const scores = noiseReplays(plan).map((repeats) =>
    repeats.map((replay) => {
      const result = finishedReplay(dir, plan, replay);
      const own = result && ownMetrics(result, { after: plan.checkpoints[0]!.turn })[plan.metric];
      const judged = result && isRejudged(plan) ? scoresOf(result, plan) : [];
      if (judged.length > 0) return judged;
      if (own == null) missing++;
      return own == null ? [] : [own];
    }),
  );
  const floor = noiseFloor(scores);
  const real = realDifference(floor, plan);
  const { spread, interval } = floor.replay;
  return {
    floor,
    realDifference: real,
    realInterval:
      real && spread && interval
        ? { low: (real * interval.low) / spread, high: (real * interval.high) / spread }
        : null,
    missing,
  };
}

/**
 * Arms of a pair share their dice, so the variance between dice cancels as long as both say the same. A lower bound: a
 * change that helps at one checkpoint and hurts at another needs more.
 */
export function realDifference({ replay: { spread } }: NoiseFloor, plan: AbPlan): number | null {
  const { alpha, times, untilDecided } = plan;
  const units = unitsIn(layoutOf(plan));
  // Nothing varied by itself. The variance from rewording was not tested.
  if (!spread) return null;
  const ofUnit = spread * Math.sqrt(2 / Math.max(1, Math.floor(times / units)));
  // A test that stops early counts wins: a difference matters through its share of wins.
  const share = untilDecided ? detectableShare({ units, alpha }) : null;
  const deviations = untilDecided
    ? share && normalQuantile(share)
    : units < FEWEST_PAIRS
      ? null
      : minimumDetectable({ pairs: units, alpha });
  return deviations === null ? null : deviations * ofUnit;
}

/**
 * The replays of the noise floor are judged a second time if the metric is a judge's: it shows how consistent the judge
 * is.
 */
export const isRejudged = ({ judge, metric }: AbPlan): boolean =>
  judge !== undefined && isJudged(metric as MetricName);

export async function judgeAgain(
  harness: Harness,
  { dir }: SessionResult,
  { sharedBudget, signal }: SessionWatch,
): Promise<void> {
  const { state } = loadLatest(dir);
  if (scored(state, dir).length > 1) return;
  await judgeStored(harness, {
    dir,
    state,
    model: harness.catalog.resolve(state.config.judgeModel!),
    rubric: rubricOf(state.config),
    calibrations: readCalibrations(CALIBRATIONS),
    budget: sharedBudget,
    signal,
    again: true,
  });
}

/** An unusable answer is not a second opinion. */
const scored = (state: SessionState, dir: string) => verdictsOn(state, dir).filter(hasScores);

/** The metric by each verdict on a session. */
function scoresOf(result: SessionResult, { metric }: AbPlan): number[] {
  const { state } = loadLatest(result.dir);
  return scored(state, result.dir).flatMap((verdict) => {
    const score = judgedMetrics(sessionMetrics(state, { quality: qualityOf([verdict]) }))[metric as never] as
      | number
      | null;
    return score === null ? [] : [score];
  });
}
