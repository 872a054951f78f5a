import { z } from "zod";

/** Whatever is null could not be had: there was nothing to measure, or nobody measured it. It is never 0 for that. */
const share = z.number().min(0).max(1).nullable();
const amount = z.number().nonnegative().nullable();
const count = z.number().int().nonnegative();
const turn = z.number().int().positive();

export const pulseMetrics = z.object({
  detected: count,
  /** Of a branch: those that were still to be told where it began. */
  expected: count.optional(),
  /** Detected of expected; null: none was expected, or the guide has no beats. */
  completionRate: share,
  /** Turns of the story for each pulse. */
  turnsPerPulse: amount,
  /** Pulses in each tenth of the story's turns; in each turn where there are fewer than ten. */
  distribution: z.array(count),
  /** The turns that told one. */
  turns: z.array(turn),
  /** The most turns in a row without one. */
  longestGap: count.nullable(),
  /** 1: told at one pace throughout; less, the further the telling runs ahead of it or falls behind. */
  evenness: share,
  /** Beats that are not in the guide. */
  ownBeats: count,
});
export type PulseMetrics = z.infer<typeof pulseMetrics>;

/** Did the narrator's returns get slower or blunter? The earlier half of them beside the later. */
export const patience = z.object({
  turnsToReturn: z.object({ early: z.number(), late: z.number() }),
  segueQuality: z.object({ early: z.number(), late: z.number() }),
  degrades: z.boolean(),
});
export type Patience = z.infer<typeof patience>;

export const tangentMetrics = z.object({
  count,
  /** Turns to return, of those from which the narrator returned; the longest of all. */
  avgLength: amount,
  maxLength: amount,
  /** Returns, of those that the narrator had a turn to answer. */
  recoveryRate: share,
  /** 1 to 5. */
  avgSegueQuality: z.number().min(1).max(5).nullable(),
  forcedSegueCount: count,
  woven: count,
  discarded: count,
  /** The group came back by itself. */
  dropped: count,
  /** The session ended in it. */
  open: count,
  /** Of those answered: did the narrator notice that it was one? */
  noticed: share,
  /** Outputs that treat what the group says as a tangent while nobody had strayed. */
  explorationTakenForTangent: count,
  /** Null: fewer than four returns. */
  patience: patience.nullable(),
});
export type TangentMetrics = z.infer<typeof tangentMetrics>;

export const momentMetrics = z.object({
  turn,
  seat: count,
  target: z.string(),
  /** Does it fit whom it was told to? By words alone. */
  backstoryAlignment: share,
  /** 1 in the turn of a beat, less the further from one, 0 during a tangent. */
  narrativeAppropriateness: share,
  payoffTurn: turn.nullable(),
  /** The turn in which the narrator told everybody what its owner had not. */
  spoiledTurn: turn.nullable(),
});
export type MomentMetrics = z.infer<typeof momentMetrics>;

export const privateMomentMetrics = z.object({
  count,
  shared: count,
  avgBackstoryAlignment: share,
  avgAppropriateness: share,
  payoffs: count,
  /** Of those told early enough to come back. */
  payoffRate: share,
  avgTurnsToPayoff: amount,
  spoiled: count,
  moments: z.array(momentMetrics),
});
export type PrivateMomentMetrics = z.infer<typeof privateMomentMetrics>;

const score = z.number().min(0).max(10).nullable();

/** A judge's scores, up to 10. */
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

/** The narrator's. Null: nothing looks for it. Of character breaks and guide deviations there are only hints: they are counted here, and in no total or score. */
export const failureMetrics = z.object({
  breakdowns: count.nullable(),
  loops: count.nullable(),
  contradictions: count.nullable(),
  characterBreaks: count.nullable(),
  guideDeviations: count.nullable(),
  confusionEvents: count.nullable(),
  stuckMoments: count.nullable(),
  /** Kinds that have no name above. Forced segues are counted with the tangents. */
  others: z.record(z.string(), count),
  total: count,
  /** For every ten turns of the story. */
  perTenTurns: amount,
  /** How long they lasted, added up: a stall until the story moves on, any other a turn. What the score goes by. */
  turns: count,
  turnsPerTen: amount,
  /** What the rules left in doubt, and no model gave its word on. */
  unconfirmed: count,
  /** Issues that are the players' doing, or the relay's: in no count above. */
  byPlayers: count.default(0),
});
export type FailureMetrics = z.infer<typeof failureMetrics>;

/** What became of the players' wishes on their way through the spokesperson. */
export const relayMetrics = z.object({
  wanted: count,
  survived: count,
  survival: share,
  /** Turns in which somebody's wish got lost. */
  turns: z.array(z.object({ turn, wanted: count, survived: count, dropped: z.array(count) })),
  bySeat: z.array(z.object({ seat: count, wanted: count, dropped: count })),
});
export type RelayMetrics = z.infer<typeof relayMetrics>;

/** What the composite is made of. */
export const scorePart = z.enum([
  "completion",
  "efficiency",
  "evenness",
  "recovery",
  "segues",
  "soundness",
  "payoffs",
  "relay",
  "quality",
]);
export type ScorePart = z.infer<typeof scorePart>;

export const composite = z.object({
  /** 0 to 100. Null: too little of it could be had. */
  score: z.number().min(0).max(100).nullable(),
  /** Why there is none, or no interval. */
  why: z.string().optional(),
  /** 95 %, over resampled turns. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** Each from 0 to 1, with its share of the score. Parts of weight 0 are left out. */
  parts: z.array(
    z.object({
      name: scorePart,
      value: z.number().min(0).max(1),
      weight: z.number().positive(),
      share: z.number().min(0).max(1),
    }),
  ),
  missing: z.array(z.object({ name: scorePart, weight: z.number().positive(), why: z.string() })),
});
export type Composite = z.infer<typeof composite>;

export const sessionMetrics = z.object({
  pulses: pulseMetrics,
  tangents: tangentMetrics,
  privateMoments: privateMomentMetrics,
  quality: qualityMetrics,
  failures: failureMetrics,
  relay: relayMetrics,
  composite,
  /** Did the session come to its end? Until then nobody can say how much of the story is missing, or how many failures there will be. */
  over: z.boolean().default(true),
  /** Of a branch: the turns that it played itself, which all these numbers are of. */
  ownTurns: z.object({ from: turn, to: z.number().int() }).optional(),
  /** The composite's score. */
  overall: z.number().min(0).max(100).nullable(),
});
export type SessionMetrics = z.infer<typeof sessionMetrics>;
