import { z } from "zod";
import { seen } from "../shared/seen.ts";
import { issueTypes, kindPoints, type BuiltInKind } from "./finding-words.ts";

/** Null means missing: there was nothing to measure, or it was not measured. Missing is never 0. */
const share = z.number().min(0).max(1).nullable();
const amount = z.number().nonnegative().nullable();
const count = z.number().int().nonnegative();
const turn = z.number().int().positive();

export const pulseMetrics = z.object({
  /** Null: the beats were not identified. */
  detected: count.nullable(),
  /** In a branch: the pulses still untold at its start. */
  expected: count.optional(),
  /** Detected divided by expected; null: none expected, or the guide has no beats. */
  completionRate: share,
  turnsPerPulse: amount,
  /** Pulses told in each turn of the story. */
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

/** Did the narrator's returns get worse? The mean of the later half minus that of the earlier. */
export const patience = z.object({
  /** Levels of 1 to 5. Negative: later returns were worse. */
  segueQuality: z.number(),
  /** Turns. Positive: later returns took longer. */
  turnsToReturn: z.number(),
  /** The returns compared. */
  returns: count,
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
  spoiled: count.nullable(),
});
export type PrivateMomentMetrics = z.infer<typeof privateMomentMetrics>;

const judged = z.number().min(0).max(10).nullable();

export const qualityMetrics = z.object({
  coherence: judged,
  atmosphere: judged,
  playerAgency: judged,
  pacing: judged,
  storyGuideAdherence: judged,
  characterIntegration: judged,
  /** Would you want to play this? */
  funFactor: judged,
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
});
export type FailureMetrics = z.infer<typeof failureMetrics>;

/** What each kind of problem costs. Episodes of one kind cost these points, once or for each unit named. */
const price = (standard: number, description?: string) =>
  z.number().nonnegative().default(standard).meta({ description });

/** Kinds that cost by another unit than the episode. */
const units: Partial<Record<BuiltInKind, string>> = {
  "ignored-request": "While stuck, each turn costs the larger of both.",
  stuck: "Per turn without a beat beyond 4.",
  rushed: "Per further beat in a reply, or per finding.",
};
const kindPrices = Object.fromEntries(
  issueTypes.map((kind) => [kind, price(kindPoints[kind], units[kind])]),
) as Record<BuiltInKind, ReturnType<typeof price>>;

export const points = z.strictObject({
  ...kindPrices,
  "poor-return": price(1, "Per level of a return's quality below 4."),
  "slow-return": price(1, "Per turn of a return beyond 3."),
  "not-returned": price(6, "Per tangent without a return."),
  "further-turn": price(1, "Per further turn of a problem of 5 points."),
});
export type Points = z.infer<typeof points>;

/** Completion × craft. Null: it could not be had, for the reasons under `missing`. */
export const score = seen({
  all: {
    overall: z.number().min(0).max(100).nullable(),
    /** The share of the guide's beats told. Null also where it is not a part: no beats in the guide, or a branch. */
    completion: share,
    /** 100 minus the points lost, at least 0; with a judge who counts, three tenths are the judge's. */
    craft: z.number().min(0).max(100).nullable(),
    /** The mean of the judge's scores on 0 to 100, if it counts. */
    judge: z.number().min(0).max(100).optional(),
    /** Those that are known, even if not all turns were read. */
    pointsLost: z.number().nonnegative(),
    /** Episodes and points by kind, as far as known. */
    byKind: z.record(z.string(), z.object({ episodes: count, points: z.number().nonnegative() })),
    /** The table that these points come from. */
    points,
    missing: z.array(z.object({ name: z.enum(["completion", "craft", "judge"]), why: z.string() })),
  },
});
export type Score = z.infer<typeof score>;

export const sessionMetrics = seen({
  all: {
    pulses: pulseMetrics,
    tangents: tangentMetrics,
    quality: qualityMetrics,
    failures: failureMetrics,
    score,
    /** Did the session end? Before that, the missing pulses and the number of failures are unknown. */
    over: z.boolean().default(true),
    /** In a branch: the turns it played itself, which all these numbers cover. */
    ownTurns: z.object({ from: turn, to: z.number().int() }).optional(),
    /** The turns that a reader read, and the total. */
    read: z.object({ turns: z.array(turn), of: count }),
    overall: z.number().min(0).max(100).nullable(),
  },
  author: {
    privateMoments: privateMomentMetrics,
    /**
     * The source, by metric name: `reader: MODEL`, `judge: MODEL`, `person`, `classifier: MODEL`, `mechanical`,
     * `missing`.
     */
    sources: z.record(z.string(), z.string()),
  },
});
export interface SessionMetrics extends z.infer<typeof sessionMetrics> {}
