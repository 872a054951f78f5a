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
  /** Those that the narrator was told of. Table talk is in no number here. */
  count: count.nullable(),
  /** Turns to return, of those from which the narrator returned; the longest of all. */
  avgLength: amount,
  maxLength: amount,
  /** Returns, of those of which a read turn tells how they went on. */
  recoveryRate: share,
  /** 1 to 5. */
  avgSegueQuality: z.number().min(1).max(5).nullable(),
  forcedSegueCount: count.nullable(),
  woven: count.nullable(),
  discarded: count.nullable(),
  /** The group came back by itself. */
  dropped: count.nullable(),
  /** The session ended in it. */
  open: count.nullable(),
  /** Of those answered: did the narrator notice that it was one? */
  noticed: share,
  /** Outputs that treat what the group says as a tangent while nobody had strayed. */
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
  /** The turn in which the narrator told everybody what its owner had not. */
  spoiledTurn: turn.nullable(),
});
export type MomentMetrics = z.infer<typeof momentMetrics>;

export const privateMomentMetrics = z.object({
  count,
  shared: count,
  /** Null: no judge says whether private moments fit their player and their time. */
  avgBackstoryAlignment: share,
  avgAppropriateness: share,
  payoffs: count.nullable(),
  /** Of those told early enough to come back. */
  payoffRate: share,
  avgTurnsToPayoff: amount,
  spoiled: count,
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

/** The narrator's. Null: nobody looked for it. Without a reader only mechanical kinds have a number. */
export const failureMetrics = z.object({
  breakdowns: count.nullable(),
  loops: count.nullable(),
  contradictions: count.nullable(),
  characterBreaks: count.nullable(),
  guideDeviations: count.nullable(),
  confusionEvents: count.nullable(),
  stuckMoments: count.nullable(),
  /** Kinds that have no name above. Forced segues are counted with the tangents. */
  others: z.record(z.string(), count.nullable()),
  /** Null without a reader: nobody looked for all kinds. */
  total: count.nullable(),
  /** For every ten turns of the story that were read. */
  perTenTurns: amount,
  /** How long they lasted, added up: a stall until the story moves on, any other a turn. What the score goes by. */
  turns: count.nullable(),
  turnsPerTen: amount,
  /** Findings on which the second look gave no verdict. */
  unconfirmed: count,
  /** Issues that are the players' doing, or the relay's: in no count above. */
  byPlayers: count.default(0),
});
export type FailureMetrics = z.infer<typeof failureMetrics>;

/** What became of the players' wishes on their way through the spokesperson. */
export const relayMetrics = z.object({
  wanted: count.nullable(),
  /** Passed on as they were: neither changed nor dropped. */
  survived: count.nullable(),
  survival: share,
  /** Turns in which somebody's wish was changed or dropped, and whose. */
  turns: z.array(
    z.object({ turn, wanted: count, survived: count, changed: z.array(count), dropped: z.array(count) }),
  ),
  bySeat: z.array(z.object({ seat: count, wanted: count, changed: count, dropped: count })),
});
export type RelayMetrics = z.infer<typeof relayMetrics>;

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
  /** Why there is none, or what a public file leaves out of it. */
  why: z.string().optional(),
  /** Each from 0 to 1, with its share of the score. Parts of weight 0 are left out. */
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
      /** Only a reader can tell, and none has read enough. */
      needs: z.literal("reader").optional(),
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
  relay: relayMetrics,
  composite,
  /** Did the session come to its end? Until then nobody can say how much of the story is missing, or how many failures there will be. */
  over: z.boolean().default(true),
  /** Of a branch: the turns that it played itself, which all these numbers are of. */
  ownTurns: z.object({ from: turn, to: z.number().int() }).optional(),
  /** Who says so, by the names of metrics: `reader: MODEL`, `judge: MODEL`, `person`, `classifier: MODEL`, `mechanical`, `missing`. */
  sources: z.record(z.string(), z.string()),
  /** The turns that a reader read, of how many. */
  read: z.object({ turns: z.array(turn), of: count }),
  overall: z.number().min(0).max(100).nullable(),
});
export type SessionMetrics = z.infer<typeof sessionMetrics>;
