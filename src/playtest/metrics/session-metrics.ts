import {
  scoreWeights,
  type Composite,
  type QualityMetrics,
  type ScoreWeights,
  type SessionMetrics,
} from "../../contract/index.ts";
import { beatsMeasured, isUnclassified, ownPart, type SessionState } from "../session/index.ts";
import { composite } from "./composite.ts";
import { failureMetrics } from "./failure-metrics.ts";
import { privateMomentMetrics } from "./private-moment-metrics.ts";
import { pulseMetrics } from "./pulse-metrics.ts";
import { metricSources } from "./metric-table.ts";
import { readingCoverage, readOf } from "./reading-coverage.ts";
import { scoreParts } from "./score-parts.ts";
import { tangentMetrics } from "./tangent-metrics.ts";

export type MetricsOptions = {
  /** A judge's scores, if any. */
  quality?: QualityMetrics;
  /** Their source: `judge: MODEL`, or `person`. */
  judge?: string;
  /** Why the requested judge's scores are missing. */
  whyUnjudged?: string;
  weights?: ScoreWeights;
  /** The state covers some turns of a session, as cut by `sessionPart`, not a whole session. */
  isPart?: boolean;
};

export const defaultWeights: ScoreWeights = scoreWeights.parse({});

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

const NO_BEATS_NAMED = "no marker or classifier identified the beats; add --classifier MODEL";

/**
 * A session in numbers; a branch by its own turns. Pure: a function of only the folded session, the judge's scores and
 * the weights.
 */
export function sessionMetrics(
  whole: SessionState,
  { quality = unjudged, judge, whyUnjudged, weights = defaultWeights, isPart = false }: MetricsOptions = {},
): SessionMetrics {
  const state = isPart ? whole : ownPart(whole);
  const isBranch = state !== whole;
  const read = readingCoverage(state);
  const measured = {
    pulses: pulseMetrics(state),
    tangents: tangentMetrics(state, read),
    privateMoments: privateMomentMetrics(state, read),
    quality,
    failures: failureMetrics(state, read),
  };
  // A transcript played elsewhere is complete.
  const over = state.ending !== undefined || state.config.origin !== undefined;
  const unclassified = isUnclassified(state);
  const noBeats = state.config.expectedPulses === undefined;
  const unseen = !noBeats && !beatsMeasured(state.records, state.config.storyGuide);
  const isFact = state.config.judgeCounts === false;
  const counted = isFact ? unjudged : quality;
  const score =
    isPart || isBranch
      ? partScore({
          parts: scoreParts({ ...measured, quality: unjudged }, { over: false }),
          weights,
          noBeats,
          unclassified,
          unread: read.why,
        })
      : composite({
          parts: scoreParts({ ...measured, quality: counted }, { over }),
          weights,
          quality: counted,
          noBeats,
          unclassified,
          unread: read.why,
          whyUnjudged: isFact ? undefined : whyUnjudged,
        });
  const metrics = {
    ...measured,
    composite: unseen ? { ...score, score: null, why: NO_BEATS_NAMED } : score,
    over,
    ...(isBranch && { ownTurns: { from: (whole.branchedFrom?.turn ?? 0) + 1, to: whole.turn } }),
    read: readOf(read),
    overall: unseen ? null : score.score,
  };
  return { ...metrics, sources: metricSources(metrics, { state, read, judge }) };
}

/**
 * Some turns have no completion, because their share of the story is unknown, and no judge's part: a judge reads the
 * whole.
 */
function partScore({ weights, ...given }: Omit<Parameters<typeof composite>[0], "quality">): Composite {
  const score = composite({ ...given, weights: { ...weights, completion: 0 } });
  const ofTheWhole = (["completion", "quality"] as const)
    .filter((name) => weights[name] > 0)
    .map((name) => ({
      name,
      weight: weights[name],
      why: "it applies only to whole sessions",
      needs: "session" as const,
    }));
  return { ...score, missing: [...score.missing.filter(({ name }) => name !== "quality"), ...ofTheWhole] };
}
