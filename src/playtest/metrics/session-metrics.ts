import {
  scoreWeights,
  type QualityMetrics,
  type ScoreWeights,
  type SessionMetrics,
} from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { composite } from "./composite.ts";
import { failureMetrics } from "./failure-metrics.ts";
import { privateMomentMetrics } from "./private-moment-metrics.ts";
import { pulseMetrics } from "./pulse-metrics.ts";
import { relayedTurns, relayLoss } from "./relay-loss.ts";
import { scoreParts } from "./score-parts.ts";
import { secretUses } from "./secret-uses.ts";
import { tangentMetrics } from "./tangent-metrics.ts";
import { turnUnits } from "./turn-units.ts";

export type MetricsOptions = {
  /** A judge's scores, where there are any. */
  quality?: QualityMetrics;
  weights?: ScoreWeights;
};

export const defaultWeights: ScoreWeights = scoreWeights.parse({});

/** Nobody has judged. */
export const unjudged: QualityMetrics = {
  coherence: null,
  atmosphere: null,
  playerAgency: null,
  pacing: null,
  storyGuideAdherence: null,
  characterIntegration: null,
  funFactor: null,
};

/** A session in numbers. Pure: a function of the folded session, the judge's scores and the weights, and of nothing else. */
export function sessionMetrics(
  state: SessionState,
  { quality = unjudged, weights = defaultWeights }: MetricsOptions = {},
): SessionMetrics {
  const relayed = relayedTurns(state);
  const measured = {
    pulses: pulseMetrics(state),
    tangents: tangentMetrics(state),
    privateMoments: privateMomentMetrics(state, secretUses(state)),
    quality,
    failures: failureMetrics(state),
    relay: relayLoss(relayed, state.config.group.players.length),
  };
  const over = state.ending !== undefined;
  const score = composite({
    parts: scoreParts(measured, { over }),
    weights,
    quality,
    units: turnUnits(state, relayed),
  });
  return { ...measured, composite: score, over, overall: score.score };
}
