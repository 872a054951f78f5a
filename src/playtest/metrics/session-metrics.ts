import {
  points as pointsTable,
  type Episode,
  type Points,
  type PulseMetrics,
  type QualityMetrics,
  type SessionMetrics,
} from "../../contract/index.ts";
import { beatsMeasured, sessionPart, type SessionState, type TurnRange } from "../session/index.ts";
import { episodesOf } from "./episodes.ts";
import { failureMetrics } from "./failure-metrics.ts";
import { privateMomentMetrics } from "./private-moment-metrics.ts";
import { pulseMetrics } from "./pulse-metrics.ts";
import { metricSources } from "./metric-table.ts";
import { readingCoverage, readOf } from "./reading-coverage.ts";
import { judgeMean, scoreOf, type ScoreOptions } from "./score.ts";
import { tangentMetrics } from "./tangent-metrics.ts";

export type MetricsOptions = {
  /** A judge's scores, if any. */
  quality?: QualityMetrics;
  /** Their source: `judge: MODEL`, or `person`. */
  judge?: string;
  /** Why the requested judge's scores are missing. */
  whyUnjudged?: string;
  points?: Points;
  /** Only these turns. Default: those that the session played itself. */
  turns?: TurnRange;
  /** The turns are cut to fit another play: their end is not the session's, even if it ended there. */
  cut?: boolean;
};

export const defaultPoints: Points = pointsTable.parse({});

/** Not judged. */
export const unjudged: QualityMetrics = {
  coherence: null,
  atmosphere: null,
  playerAgency: null,
  pacing: null,
  storyGuideAdherence: null,
  characterIntegration: null,
  funFactor: null,
};

type Measurement = { metrics: SessionMetrics; episodes: Episode[] };

/** A session in numbers, with its episodes. Pure: a function of the folded session, the judge's scores and the points. */
export function measureSession(whole: SessionState, options: MetricsOptions = {}): Measurement {
  const { quality = unjudged, judge, points = defaultPoints, turns = ownTurns(whole), cut } = options;
  const state = turns ? sessionPart(whole, turns) : whole;
  const over = !cut && isOver(whole) && (turns === undefined || turns.to === whole.turn);
  const read = readingCoverage(state);
  // A problem may have begun before these turns.
  const episodes = episodesOf(turns ? sessionPart(whole, { from: 1, to: turns.to }) : whole, {
    points,
    read,
    from: turns?.from ?? 1,
    over,
  });
  const pulses = pulseMetrics(state);
  const parts = turns ? { why: {} } : wholeParts(state, { ...options, pulses, over });
  const score = scoreOf({ points, episodes, ...parts, why: { ...parts.why, craft: read.why } });
  const metrics = {
    pulses,
    tangents: tangentMetrics(state, { read, episodes }),
    privateMoments: privateMomentMetrics(state, read),
    quality,
    failures: failureMetrics(state, { read, episodes }),
    score,
    over,
    ...(turns && { ownTurns: turns }),
    read: readOf(read),
    overall: score.overall,
  };
  return { metrics: { ...metrics, sources: metricSources(metrics, { state, read, judge }) }, episodes };
}

export const sessionMetrics = (state: SessionState, options: MetricsOptions = {}): SessionMetrics =>
  measureSession(state, options).metrics;

/** A transcript played elsewhere has no ending of ours. */
const isOver = ({ ending, config, turn }: SessionState): boolean =>
  ending !== undefined || (config.origin !== undefined && turn >= config.maxTurns);

/** Completion and the judge belong to whole sessions: some turns of one are compared by the points lost in them. */
function wholeParts(
  { config, records }: SessionState,
  {
    pulses,
    over,
    quality = unjudged,
    whyUnjudged,
  }: Pick<MetricsOptions, "quality" | "whyUnjudged"> & { pulses: PulseMetrics; over: boolean },
): Pick<ScoreOptions, "completion" | "judge" | "why"> {
  const isSeen = pulses.expected === undefined || beatsMeasured(records, config.storyGuide);
  const judge = config.judgeCounts === false ? undefined : judgeMean(quality);
  const isJudged = whyUnjudged !== undefined || Object.values(quality).some((score) => score !== null);
  return {
    completion: over ? (pulses.completionRate ?? undefined) : undefined,
    judge,
    why: {
      ...(!isSeen && { completion: NO_BEATS_NAMED }),
      ...(!over && { completion: "the session is unfinished" }),
      ...(isJudged &&
        config.judgeCounts !== false &&
        judge === undefined && { judge: whyUnjudged ?? "the judge did not give all seven scores" }),
    },
  };
}

const NO_BEATS_NAMED = "no marker or classifier identified the beats (name a classifier)";

/** A branch's own turns. Undefined: all turns are its own. */
const ownTurns = ({ branchedFrom, turn }: SessionState): TurnRange | undefined =>
  branchedFrom && branchedFrom.turn > 0 ? { from: branchedFrom.turn + 1, to: turn } : undefined;
