import type { SessionMetrics } from "../../contract/index.ts";
import { efficiencyOf, soundnessOf } from "./score-parts.ts";

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
  "private-fit",
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

/** Where less is better: a ceiling can be set over these, and no floor under them. */
export const lessIsBetter: ReadonlySet<string> = new Set<ScoredMetric>([
  "turns-per-pulse",
  "failures-per-10-turns",
]);

/** All but who says so. */
export type Numbers = Omit<SessionMetrics, "sources">;

const values: Record<ScoredMetric, (metrics: Numbers) => number | null> = {
  overall: ({ overall }) => overall,
  // Until it is over, the rest may still be told: or never. A branch answers for its own turns alone.
  completion: ({ pulses, over, ownTurns }) => (over && !ownTurns ? pulses.completionRate : null),
  "turns-per-pulse": ({ pulses }) => pulses.turnsPerPulse,
  efficiency: ({ pulses }) => efficiencyOf(pulses),
  evenness: ({ pulses }) => pulses.evenness,
  "recovery-rate": ({ tangents }) => tangents.recoveryRate,
  "segue-quality": ({ tangents }) => tangents.avgSegueQuality,
  "failures-per-10-turns": ({ failures }) => failures.perTenTurns,
  soundness: ({ failures }) => soundnessOf(failures),
  // To the player and to the moment.
  "private-fit": ({ privateMoments: { avgBackstoryAlignment, avgAppropriateness } }) =>
    avgBackstoryAlignment === null || avgAppropriateness === null
      ? null
      : (avgBackstoryAlignment + avgAppropriateness) / 2,
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

export type Scale = readonly [least: number, most: number];
const [SHARE, POINTS, LEVELS, JUDGED]: Scale[] = [
  [0, 1],
  [0, 100],
  [1, 5],
  [1, 10],
];
const otherScales: Partial<Record<ScoredMetric, Scale>> = {
  overall: POINTS,
  "turns-per-pulse": [1, Infinity],
  "failures-per-10-turns": [0, Infinity],
  "segue-quality": LEVELS,
  coherence: JUDGED,
  atmosphere: JUDGED,
  "player-agency": JUDGED,
  pacing: JUDGED,
  "story-guide-adherence": JUDGED,
  "character-integration": JUDGED,
  "fun-factor": JUDGED,
};

/** The least and the most that a metric can be. */
export const scaleOf = (name: ScoredMetric): Scale => otherScales[name] ?? SHARE!;

/** Null: it could not be had. */
export const metricOf = (metrics: Numbers, name: ScoredMetric): number | null => values[name](metrics);
