import { z } from "zod";

/** Null means missing: there was nothing to measure, or it was not measured. Missing is never 0. */
const share = z.number().min(0).max(1).nullable();
const amount = z.number().nonnegative().nullable();
const count = z.number().int().nonnegative();
const turn = z.number().int().positive();

export const pulseMetrics = z.object({
  /** Null: nobody named the beats. */
  detected: count.nullable(),
  /** In a branch: the pulses still untold at its start. */
  expected: count.optional(),
  /** Detected divided by expected; null: none expected, or the guide has no beats. */
  completionRate: share,
  turnsPerPulse: amount,
  /** Pulses in each tenth of the story's turns; in each turn if there are fewer than ten. */
  distribution: z.array(count),
  /** The turns that told a pulse. */
  turns: z.array(turn),
  /** The longest run of turns without a pulse. */
  longestGap: count.nullable(),
  /** 1: an even pace; lower as pulses run ahead of it or fall behind. */
  evenness: share,
  /** Beats that are not in the guide. Null: the narrations were not classified. */
  ownBeats: count.nullable(),
});
export type PulseMetrics = z.infer<typeof pulseMetrics>;

/** Did the narrator's returns get slower or blunter? Compares the earlier half with the later. */
export const patience = z.object({
  turnsToReturn: z.object({ early: z.number(), late: z.number() }),
  segueQuality: z.object({ early: z.number(), late: z.number() }),
  degrades: z.boolean(),
});
export type Patience = z.infer<typeof patience>;

export const tangentMetrics = z.object({
  /** Tangents that a relay mentioned to the narrator. Table talk is not counted. */
  count: count.nullable(),
  /** Turns to return, for tangents that the narrator ended; the longest of all. */
  avgLength: amount,
  maxLength: amount,
  /** Returns, for tangents followed by a read turn. */
  recoveryRate: share,
  /** 1 to 5. */
  avgSegueQuality: z.number().min(1).max(5).nullable(),
  forcedSegueCount: count.nullable(),
  woven: count.nullable(),
  discarded: count.nullable(),
  /** The group returned by itself. */
  dropped: count.nullable(),
  /** The session ended during it. */
  open: count.nullable(),
  /** Of the answered ones: did the narrator recognise it as a tangent? */
  noticed: share,
  /** Outputs that treat the group's words as a tangent although no player had strayed. */
  explorationTakenForTangent: count.nullable(),
  /** Null: fewer than four returns. */
  patience: patience.nullable(),
});
export type TangentMetrics = z.infer<typeof tangentMetrics>;

export const momentMetrics = z.object({
  turn,
  seat: count,
  target: z.string(),
  payoffTurn: turn.nullable(),
  /** The turn in which the narrator revealed to everybody what its owner had not. */
  spoiledTurn: turn.nullable(),
});
export type MomentMetrics = z.infer<typeof momentMetrics>;

export const privateMomentMetrics = z.object({
  /** Null: the narrations were not classified. */
  count: count.nullable(),
  shared: count.nullable(),
  /** Null: no judge scored whether private moments fit their player and moment. */
  avgBackstoryAlignment: share,
  avgAppropriateness: share,
  payoffs: count.nullable(),
  /** Of those told early enough to return. */
  payoffRate: share,
  avgTurnsToPayoff: amount,
  spoiled: count.nullable(),
  moments: z.array(momentMetrics),
});
export type PrivateMomentMetrics = z.infer<typeof privateMomentMetrics>;

const score = z.number().min(0).max(10).nullable();

export const qualityMetrics = z.object({
  coherence: score,
  atmosphere: score,
  playerAgency: score,
  pacing: score,
  storyGuideAdherence: score,
  characterIntegration: score,
  /** Would you want to play this? */
  funFactor: score,
});
export type QualityMetrics = z.infer<typeof qualityMetrics>;

/** The narrator's. Null: not looked for. Without a reader only mechanical kinds have a number. */
export const failureMetrics = z.object({
  breakdowns: count.nullable(),
  loops: count.nullable(),
  contradictions: count.nullable(),
  characterBreaks: count.nullable(),
  guideDeviations: count.nullable(),
  confusionEvents: count.nullable(),
  stuckMoments: count.nullable(),
  /** Kinds without a field of their own. Forced segues are counted with the tangents. */
  others: z.record(z.string(), count.nullable()),
  /** Null without a reader: not all kinds were looked for. */
  total: count.nullable(),
  /** Per ten story turns that were read. */
  perTenTurns: amount,
  /**
   * Total duration in turns: a stall lasts until the story moves on, any other failure one turn. The score uses this.
   */
  turns: count.nullable(),
  turnsPerTen: amount,
  /** Findings without a verdict from the second look. */
  unconfirmed: count,
});
export type FailureMetrics = z.infer<typeof failureMetrics>;

export const scorePart = z.enum([
  "completion",
  "efficiency",
  "evenness",
  "recovery",
  "segues",
  "soundness",
  "payoffs",
  "quality",
]);
export type ScorePart = z.infer<typeof scorePart>;

export const composite = z.object({
  /** 0 to 100. Null: too many parts are missing. */
  score: z.number().min(0).max(100).nullable(),
  /** The reason if missing, or what a public file leaves out. */
  why: z.string().optional(),
  /** Each from 0 to 1, with its share of the score. Parts with weight 0 are left out. */
  parts: z.array(
    z.object({
      name: scorePart,
      value: z.number().min(0).max(1),
      weight: z.number().positive(),
      share: z.number().min(0).max(1),
    }),
  ),
  missing: z.array(
    z.object({
      name: scorePart,
      weight: z.number().positive(),
      why: z.string(),
      /** Too few turns were read, the named judge gave no score, or it needs a whole session and this is a part of one. */
      needs: z.enum(["reader", "judge", "session"]).optional(),
    }),
  ),
});
export type Composite = z.infer<typeof composite>;

export const sessionMetrics = z.object({
  pulses: pulseMetrics,
  tangents: tangentMetrics,
  privateMoments: privateMomentMetrics,
  quality: qualityMetrics,
  failures: failureMetrics,
  composite,
  /** Did the session end? Before that, the missing pulses and the number of failures are unknown. */
  over: z.boolean().default(true),
  /** In a branch: the turns it played itself, which all these numbers cover. */
  ownTurns: z.object({ from: turn, to: z.number().int() }).optional(),
  /**
   * The source, by metric name: `reader: MODEL`, `judge: MODEL`, `person`, `classifier: MODEL`, `mechanical`,
   * `missing`.
   */
  sources: z.record(z.string(), z.string()),
  /** The turns that a reader read, and the total. */
  read: z.object({ turns: z.array(turn), of: count }),
  overall: z.number().min(0).max(100).nullable(),
});
export type SessionMetrics = z.infer<typeof sessionMetrics>;
