import { z } from "zod";
import { qualityMetric } from "./rubric.ts";
import { calibrationState, judgeKey } from "./verdict.ts";

/** Raised when an older reader could misread a newer file. */
export const judgeCalibrationVersion = 1;

const interval = z.tuple([z.number(), z.number()]).readonly().nullable();
/** Null: it cannot be worked out, as where everything got the same score. */
const statistic = z.object({
  value: z.number().nullable(),
  interval,
  /** How many resamples the interval was looked for in, and how many of them had no value. Absent where none was looked for, and in files of before this was kept. */
  resamples: z.number().int().positive().optional(),
  withoutValue: z.number().int().nonnegative().optional(),
});

export const metricAgreement = z.object({
  /** Sessions with a score of both. */
  sessions: z.number().int().nonnegative(),
  state: calibrationState,
  /** Why it is not better than it is. */
  why: z.string(),
  kappa: statistic,
  alpha: statistic,
  spearman: statistic,
  /** Rows: people; columns: the judge. */
  confusion: z.object({ values: z.array(z.number()), counts: z.array(z.array(z.number().int())) }),
  /** How much higher the judge scores than people, on average. */
  bias: z.number().nullable(),
  /** Krippendorff's alpha among the people alone, over the sessions that several scored: no judge can be asked for more. Absent in files of before this was kept. */
  amongPeople: statistic.extend({ sessions: z.number().int().nonnegative() }).optional(),
});
export type MetricAgreement = z.infer<typeof metricAgreement>;

export const controlName = z.enum(["empty", "shuffled", "again", "injected"]);
export type ControlName = z.infer<typeof controlName>;

/** By how much a change that no good judge should be fooled by moved each score; null: no score could be had. */
export const controlResult = z.object({
  name: controlName,
  sessionId: z.string(),
  /** The scores that were moved. Absent in files of before this was kept. */
  before: z.partialRecord(qualityMetric, z.number()).optional(),
  moved: z.partialRecord(qualityMetric, z.number().nullable()),
  /** Attempts to instruct the judge that were found. */
  flagged: z.number().int().nonnegative(),
});
export type ControlResult = z.infer<typeof controlResult>;

/** What is known of one judge, by its key. */
export const judgeCalibration = z.object({
  version: z.literal(judgeCalibrationVersion),
  key: judgeKey,
  at: z.string(),
  sessions: z.array(z.string()),
  people: z.array(z.string()),
  metrics: z.partialRecord(qualityMetric, metricAgreement),
  controls: z.array(controlResult),
  /** What speaks against the judge beside its agreement, and why controls were not run. */
  notes: z.array(z.string()),
});
export type JudgeCalibration = z.infer<typeof judgeCalibration>;
