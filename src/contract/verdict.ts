import { z } from "zod";
import { quote } from "./issue.ts";
import { possiblyBilled, recordedCost } from "./totals.ts";
import { HIGHEST_SCORE, LOWEST_SCORE, qualityMetric, qualityScore } from "./rubric.ts";

/** Raised when an older reader could misread a newer verdict. */
export const verdictVersion = 1;

/**
 * How far a judge's scores can be trusted, by what people said of the same sessions. `stale`: it was calibrated, but with
 * another model, rubric or prompt.
 */
export const calibrationState = z.enum(["trusted", "calibrated", "uncalibrated", "stale"]);
export type CalibrationState = z.infer<typeof calibrationState>;

const turns = { from: z.number().int().nonnegative(), to: z.number().int().nonnegative() };

/** What a judge said of one part of a session. Null without `missing`: the part gives nothing to judge by, and `why` says so. */
export const windowScore = z.object({
  score: qualityScore.nullable(),
  why: z.string(),
  quotes: z.array(quote),
  /** Why no score could be had. */
  missing: z.string().optional(),
});
export type WindowScore = z.infer<typeof windowScore>;

export const judgedWindow = z.object({
  ...turns,
  /** How many turns it is worth: a turn that is cut in two counts in part in each. */
  weight: z.number().nonnegative(),
  scores: z.partialRecord(qualityMetric, windowScore),
  /** What later windows were told about this one. */
  facts: z.array(z.string()),
});
export type JudgedWindow = z.infer<typeof judgedWindow>;

/** Of the session: the mean of its windows. Null is always explained. */
export const metricVerdict = z.object({
  score: z.number().min(LOWEST_SCORE).max(HIGHEST_SCORE).nullable(),
  why: z.string(),
  quotes: z.array(quote),
  missing: z.string().optional(),
});
export type MetricVerdict = z.infer<typeof metricVerdict>;

/** Words in the transcript that try to tell the judge what to do. */
export const injection = z.object({
  turn: z.number().int().nonnegative(),
  speaker: z.string(),
  kind: z.string(),
  quote: z.string(),
});
export type Injection = z.infer<typeof injection>;

/** What makes one judge another: agreement with people holds for a key and for no other. */
export const judgeKey = z.object({
  /** The id that answered. */
  model: z.string(),
  rubric: z.string(),
  prompt: z.string(),
});
export type JudgeKey = z.infer<typeof judgeKey>;

/** `verdicts/<key>.json` beside a session's turns. */
export const verdict = z.object({
  version: z.literal(verdictVersion),
  sessionId: z.string(),
  /** How many turns were judged, and which: a session that is gone on with is another transcript. */
  turns: z.number().int().nonnegative(),
  transcript: z.string(),
  key: judgeKey,
  judge: z.object({
    /** The name and the label of the model that was asked for. */
    asked: z.string(),
    label: z.string(),
    family: z.string().nullable(),
    narrator: z.string(),
    narratorFamily: z.string().nullable(),
    /** Null: not known. False: a judge that scores its own kind. */
    otherFamily: z.boolean().nullable(),
  }),
  rubric: z.string(),
  /** Which asking this was of the same judge about the same transcript; 0 is the first. */
  replicate: z.number().int().nonnegative(),
  scores: z.record(qualityMetric, metricVerdict),
  windows: z.array(judgedWindow),
  injections: z.array(injection),
  /** Answers that could not be used, and why. */
  problems: z.array(z.object({ ...turns, ask: z.number().int().positive(), problem: z.string() })),
  calls: z.number().int().nonnegative(),
  /** USD; `unpriced` attempts are not in it. */
  cost: z.object({
    total: z.number(),
    byRole: z.record(z.string(), z.number()),
    unpriced: z.number().int(),
    /** Absent in files written before it was kept. */
    possiblyBilled: possiblyBilled.optional(),
    recorded: recordedCost.optional(),
  }),
  tokens: z.number().int(),
  /** As it stood when the verdict was given. */
  calibration: z.partialRecord(qualityMetric, calibrationState),
  notes: z.array(z.string()),
  at: z.string(),
});
export type Verdict = z.infer<typeof verdict>;
