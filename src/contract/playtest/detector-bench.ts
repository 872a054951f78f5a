import { z } from "zod";
import { issueType } from "./issue.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const interval = z.tuple([share, share]);

/** Faults that code can find without a reader. */
export const operatorName = z.enum([
  "loop-verbatim",
  "loop-edited-10",
  "loop-edited-20",
  "loop-edited-30",
  "loop-edited-40",
  "loop-edited-50",
  "refused-progress",
  "secret-leak",
]);
export type OperatorName = z.infer<typeof operatorName>;

export const operatorScore = z.object({
  name: operatorName,
  /** The kind of finding that counts as a hit. */
  expects: issueType,
  planted: count,
  hits: count,
  /** Null: it was not planted. */
  recall: share.nullable(),
  /** Wilson's, 95 %. */
  interval: interval.nullable(),
});
export type OperatorScore = z.infer<typeof operatorScore>;

export const detectorScore = z.object({
  name: issueType,
  cleanTurns: count,
  /** Findings in turns without a fault. */
  falseAlarms: count,
  per100Turns: z.number().nonnegative().nullable(),
  /** 95 % interval. */
  per100Interval: z.tuple([z.number().nonnegative(), z.number().nonnegative()]).nullable(),
  hits: count,
  /** Precision if faults are as common as `prevalence` says. Null: nothing was planted, or nothing was found. */
  precision: share.nullable(),
  /** From the lower bound of recall and the upper bound of false positives to the opposite bounds: wider than 95 %. */
  precisionInterval: interval.nullable(),
  /** How many times more often a finding is right than an alarm at a random turn, at that prevalence. */
  lift: z.number().nonnegative().nullable(),
});
export type DetectorScore = z.infer<typeof detectorScore>;

export const missedFault = z.object({
  operator: operatorName,
  session: z.string(),
  turn: count,
  about: z.string(),
});
export type MissedFault = z.infer<typeof missedFault>;

export const falseAlarm = z.object({
  finding: issueType,
  session: z.string(),
  turn: count,
  about: z.string(),
});
export type FalseAlarm = z.infer<typeof falseAlarm>;

/** `bench detectors --json`. */
export const detectorBench = z.object({
  version: z.literal(1),
  seeds: z.array(z.union([z.number(), z.string()])),
  /** The assumed share of turns in which a fault begins, for precision and lift. */
  prevalence: share,
  sessions: count,
  operators: z.array(operatorScore),
  detectors: z.array(detectorScore),
  misses: z.array(missedFault),
  falseAlarms: z.array(falseAlarm),
  notes: z.array(z.string()),
});
export type DetectorBench = z.infer<typeof detectorBench>;
