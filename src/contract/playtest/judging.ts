import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { quote } from "./issue.ts";
import { possiblyBilled, recordedCost } from "../shared/journal.ts";
import { verdict } from "../shared/verdict.ts";

/** Raised when an older reader could misread a newer rubric. */
const rubricVersion = 1;

/** What a judge and a person score, by the names of the session's quality metrics. */
export const qualityMetric = z.enum([
  "coherence",
  "atmosphere",
  "playerAgency",
  "pacing",
  "storyGuideAdherence",
  "characterIntegration",
  "funFactor",
]);
export type QualityMetric = z.infer<typeof qualityMetric>;

/** The scale of every score. Whole numbers: half points would claim a precision that neither people nor models have. */
export const LOWEST_SCORE = 1;
export const HIGHEST_SCORE = 10;
export const qualityScore = z.number().int().min(LOWEST_SCORE).max(HIGHEST_SCORE);

const prose = z.string().trim().min(1);

/** One metric: its question and the anchored levels. The numbers between them are intermediate levels. */
const rubricMetric = z.strictObject({
  question: prose,
  levels: z.strictObject({ 1: prose, 3: prose, 5: prose, 7: prose, 10: prose }),
});

/** A custom rubric may leave metrics out; they are not judged. */
export const rubric = z.strictObject({
  version: z.literal(rubricVersion),
  name: prose,
  metrics: z
    .partialRecord(qualityMetric, rubricMetric)
    .refine((metrics) => Object.keys(metrics).length > 0, "name at least one metric"),
});
export type Rubric = z.infer<typeof rubric>;

const scores = z
  .partialRecord(qualityMetric, qualityScore)
  .refine((given) => Object.keys(given).length > 0, "score at least one metric");

/** A file in `labels/`: a person's scores. Later ones by the same person replace earlier ones; no file is ever edited. */
export const label = z.object({
  version: z.literal(formatVersion),
  by: z.string().min(1),
  at: z.string(),
  scores,
});
export type Label = z.infer<typeof label>;

/** Whether a judge orders sessions as people do, by the calibration of its model, rubric and prompt. */
export const calibrationState = z.enum(["usable", "not usable", "not calibrated"]);
export type CalibrationState = z.infer<typeof calibrationState>;

/** The judge's score of one metric. A null always has a reason in `missing`. */
export const metricVerdict = z.object({
  score: qualityScore.nullable(),
  why: z.string(),
  quotes: z.array(quote),
  missing: z.string().optional(),
});
export type MetricVerdict = z.infer<typeof metricVerdict>;

/** The identity of a judge: agreement with people applies to one key only. */
export const judgeKey = z.object({
  /** The id that answered. */
  model: z.string(),
  rubric: z.string(),
  prompt: z.string(),
});
export type JudgeKey = z.infer<typeof judgeKey>;

/** `verdicts/<key>.json` beside a session's turns. */
export const judgeVerdict = z.object({
  version: z.literal(formatVersion),
  sessionId: z.string(),
  /** How many turns were judged, and which: a resumed session is a different transcript. */
  turns: z.number().int().nonnegative(),
  transcript: z.string(),
  key: judgeKey,
  judge: z.object({
    /** The name and the label of the requested model. */
    asked: z.string(),
    label: z.string(),
    narrator: z.string(),
    /** Null: not known. False: the judge scores its own model family. */
    otherFamily: z.boolean().nullable(),
  }),
  rubric: z.string(),
  /** Which repeat this is for the same judge and transcript; 0 is the first. */
  replicate: z.number().int().nonnegative(),
  scores: z.record(qualityMetric, metricVerdict),
  /** Unusable answers, and why. `ask`: which of the calls. */
  problems: z.array(z.object({ ask: z.number().int().nonnegative(), problem: z.string() })),
  calls: z.number().int().nonnegative(),
  /** USD, without `unpriced` attempts. */
  cost: z.object({
    total: z.number(),
    unpriced: z.number().int(),
    possiblyBilled,
    recorded: recordedCost.optional(),
  }),
  tokens: z.number().int(),
  notes: z.array(z.string()),
  at: z.string(),
});
export type JudgeVerdict = z.infer<typeof judgeVerdict>;

/** `calibration/judge/<key>.json`: whether a judge orders sessions as people do. */
export const judgeCalibration = z.object({
  version: z.literal(formatVersion),
  key: judgeKey,
  judge: judgeVerdict.shape.judge.pick({ asked: true, label: true }),
  at: z.string(),
  sessions: z.array(z.string()),
  people: z.array(z.string()),
  order: z.object({
    /** Pairs of sessions that people put clearly apart. */
    pairs: z.number().int().nonnegative(),
    /** How many of them share no session. */
    separate: z.number().int().nonnegative(),
    /** The share that the judge orders the same way, and the lower end of its interval. Null: no such pairs. */
    share: z.number().nullable(),
    low: z.number().nullable(),
  }),
  usable: z.boolean(),
  verdict,
});
export type JudgeCalibration = z.infer<typeof judgeCalibration>;
