import {
  points as pointsTable,
  type Episode,
  type Points,
  type PulseMetrics,
  type QualityMetrics,
  type SessionMetrics,
  type Score,
} from "../../contract/index.ts";
import {
  beatsMeasured,
  beatsUnmeasured,
  sessionPart,
  type SessionState,
  type TurnRange,
  isUnclassified,
  withHearers,
} from "../session/index.ts";
import { episodesOf } from "./episodes.ts";
import { failureMetrics } from "./failure-metrics.ts";
import { privateMomentMetrics } from "./private-moment-metrics.ts";
import { metricSources } from "./metric-table.ts";
import { readingCoverage, readOf } from "./reading-coverage.ts";
import { tangentMetrics } from "./tangent-metrics.ts";
import { costOf, mean, tenths, ratio } from "./mean.ts";

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
    ownTurns: turns,
    read: readOf(read),
    overall: score.overall,
  };
  return {
    metrics: { ...metrics, sources: metricSources(metrics, { state, read, judge }) },
    episodes: withHearers(episodes, whole.records),
  };
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
  const unseen = pulses.expected === undefined ? undefined : beatsUnmeasured(records, config.storyGuide);
  const judge = config.judgeCounts === false ? undefined : judgeMean(quality);
  const isJudged = whyUnjudged !== undefined || Object.values(quality).some((score) => score !== null);
  const isUnscored = isJudged && config.judgeCounts !== false && judge === undefined;
  return {
    completion: over ? (pulses.completionRate ?? undefined) : undefined,
    judge,
    why: {
      completion: over ? unseen : "the session is unfinished",
      judge: isUnscored ? (whyUnjudged ?? "the judge did not give all seven scores") : undefined,
    },
  };
}

/** A branch's own turns. Undefined: all turns are its own. */
const ownTurns = ({ branchedFrom, turn }: SessionState): TurnRange | undefined =>
  branchedFrom && branchedFrom.turn > 0 ? { from: branchedFrom.turn + 1, to: turn } : undefined;

/** A judge's scale, and the share of craft that a judge who counts has. */
const [WORST, BEST] = [1, 10];
export const JUDGE_SHARE = 0.3;

type Part = Score["missing"][number]["name"];

type ScoreOptions = {
  points: Points;
  episodes: readonly Episode[];
  /** The share of the guide's beats told. Absent: unknown, or not a part of this score. */
  completion?: number | undefined;
  /** The mean of a judge's scores, if it counts. */
  judge?: number | undefined;
  /** Why parts of the score could not be had. */
  why: Partial<Record<Part, string>>;
};

/** Missing where a part of it could not be had; the points that are known are still listed. */
export function scoreOf({ points, episodes, completion, judge, why }: ScoreOptions): Score {
  const pointsLost = costOf(episodes);
  const kept = Math.max(0, 100 - pointsLost);
  const craft = judge === undefined ? kept : (1 - JUDGE_SHARE) * kept + JUDGE_SHARE * judge;
  const missing = (["completion", "craft", "judge"] as const).flatMap((name) =>
    why[name] === undefined ? [] : [{ name, why: why[name] }],
  );
  return {
    overall: missing.length > 0 ? null : tenths((completion ?? 1) * craft),
    completion: completion ?? null,
    craft: why.craft === undefined ? tenths(craft) : null,
    judge: judge === undefined ? undefined : tenths(judge),
    pointsLost,
    byKind: byKindOf(episodes),
    points,
    missing,
  };
}

function byKindOf(episodes: readonly Episode[]): Score["byKind"] {
  const kinds = Map.groupBy(episodes, ({ kind }) => kind);
  return Object.fromEntries(
    [...kinds].map(([kind, same]) => [kind, { episodes: same.length, points: costOf(same) }]),
  );
}

/** The mean of the seven scores, on 0 to 100. Undefined unless all were given. */
export function judgeMean(quality: QualityMetrics): number | undefined {
  const scores = Object.values(quality);
  if (scores.some((score) => score === null)) return undefined;
  return (100 * (mean(scores as number[])! - WORST)) / (BEST - WORST);
}

/** Fewer pulses have no pace. */
const FEWEST = 3;

/** How far the story came, and at what pace. Turns of character creation do not count. */
export function pulseMetrics(state: SessionState): PulseMetrics {
  const { records, pulses, ownBeats, config } = state;
  const story = records.filter(({ phase }) => phase === "story");
  const placeOf = new Map(story.map(({ turn }, index) => [turn, index + 1]));
  // The story turn of each pulse, counted from 1.
  const places = pulses.flatMap((turn) => placeOf.get(turn) ?? []);
  const expected = config.expectedPulses;
  // Without beats in the guide there is no pace: 0 would be a verdict.
  const isMeasured = beatsMeasured(records, config.storyGuide);
  const hasBeats = expected !== undefined && isMeasured;
  return {
    detected: isMeasured ? pulses.length : null,
    expected,
    completionRate: expected && isMeasured ? Math.min(1, pulses.length / expected) : null,
    turnsPerPulse: isMeasured ? ratio(story.length, pulses.length) : null,
    distribution: hasBeats ? story.map((_, index) => countOf(places, index + 1)) : [],
    turns: [...pulses],
    longestGap:
      story.length === 0 || !hasBeats
        ? null
        : Math.max(
            ...[...places, story.length + 1].map((place, index) => place - (places[index - 1] ?? 0) - 1),
          ),
    evenness: isMeasured ? evenness(places, story.length) : null,
    ownBeats: isUnclassified(state) ? null : ownBeats.length,
  };
}

const countOf = (places: readonly number[], wanted: number): number =>
  places.filter((place) => place === wanted).length;

/**
 * One minus the largest distance between the share of told pulses and the share of elapsed turns. Pulses of one turn are
 * one step: their order within it says nothing about the pace.
 */
function evenness(places: readonly number[], turns: number): number | null {
  if (places.length < FEWEST) return null;
  const toldUpTo = (place: number) => places.filter((each) => each <= place).length / places.length;
  const distances = [...new Set(places)].flatMap((place) => [
    Math.abs(toldUpTo(place) - place / turns),
    Math.abs(toldUpTo(place - 1) - (place - 1) / turns),
  ]);
  return 1 - Math.max(...distances);
}
