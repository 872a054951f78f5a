import type { SessionMetrics } from "../../contract/index.ts";
import { scoreParts } from "./composite.ts";

/** Metrics by the names that flags and tables call them by. */
export const scoredMetrics = [
  "overall",
  "completion",
  "turns-per-pulse",
  "efficiency",
  "evenness",
  "recovery-rate",
  "segue-quality",
  "failures-per-10-turns",
  "soundness",
  "pay-off-rate",
  "relay-survival",
  "coherence",
  "atmosphere",
  "player-agency",
  "pacing",
  "story-guide-adherence",
  "character-integration",
  "fun-factor",
] as const;
export type ScoredMetric = (typeof scoredMetrics)[number];

/** Where less is better: no floor can be set under these. */
export const lessIsBetter: ReadonlySet<string> = new Set<ScoredMetric>(["turns-per-pulse", "failures-per-10-turns"]);

const values: Record<ScoredMetric, (metrics: SessionMetrics) => number | null> = {
  overall: ({ overall }) => overall,
  completion: ({ pulses }) => pulses.completionRate,
  "turns-per-pulse": ({ pulses }) => pulses.turnsPerPulse,
  efficiency: (metrics) => scoreParts(metrics, { over: true }).efficiency,
  evenness: ({ pulses }) => pulses.evenness,
  "recovery-rate": ({ tangents }) => tangents.recoveryRate,
  "segue-quality": ({ tangents }) => tangents.avgSegueQuality,
  "failures-per-10-turns": ({ failures }) => failures.perTenTurns,
  soundness: (metrics) => scoreParts(metrics, { over: true }).soundness,
  "pay-off-rate": ({ privateMoments }) => privateMoments.payoffRate,
  "relay-survival": ({ relay }) => relay.survival,
  coherence: ({ quality }) => quality.coherence,
  atmosphere: ({ quality }) => quality.atmosphere,
  "player-agency": ({ quality }) => quality.playerAgency,
  pacing: ({ quality }) => quality.pacing,
  "story-guide-adherence": ({ quality }) => quality.storyGuideAdherence,
  "character-integration": ({ quality }) => quality.characterIntegration,
  "fun-factor": ({ quality }) => quality.funFactor,
};

/** Null: it could not be had. */
export const metricOf = (metrics: SessionMetrics, name: ScoredMetric): number | null => values[name](metrics);
