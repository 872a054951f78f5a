import { z } from "zod";
import { issueType } from "./issue.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

/** The faults that can be planted. */
export const operatorName = z.enum([
  "loop-verbatim",
  "loop-edited-10",
  "loop-edited-20",
  "loop-edited-30",
  "loop-edited-40",
  "loop-edited-50",
  "loop-paraphrased",
  "revived-dead",
  "teleport",
  "swapped-name",
  "flipped-lock",
  "moved-item",
  "spliced-scene",
  "ignored-action",
  "refused-progress",
  "secret-leak",
  "blunt-segue",
]);
export type OperatorName = z.infer<typeof operatorName>;

/** What became of one kind of planted fault. */
export const operatorScore = z.object({
  name: operatorName,
  /** The kind of finding that counts as a hit. */
  expects: issueType,
  planted: count,
  hits: count,
  /** Null: it could not be planted. */
  recall: share.nullable(),
  /** Wilson's, 95 %. */
  interval: z.tuple([share, share]).nullable(),
});
export type OperatorScore = z.infer<typeof operatorScore>;

/** How often one kind of finding is wrong. */
export const detectorScore = z.object({
  name: issueType,
  /** Shown as a hint and counted nowhere. */
  hint: z.boolean(),
  cleanTurns: count,
  /** Findings in turns without a fault. */
  falseAlarms: count,
  per100Turns: z.number().nonnegative().nullable(),
  hits: count,
  /** Hits among hits and false alarms. Null: there were neither, or nothing was planted. */
  precision: share.nullable(),
  /** How many times more often a finding is right than an alarm at a turn picked by chance. */
  lift: z.number().nonnegative().nullable(),
  /** What is not as it is for the others. */
  note: z.string().optional(),
});
export type DetectorScore = z.infer<typeof detectorScore>;

export const detectorRates = z.object({ sessions: count, operators: z.array(operatorScore), detectors: z.array(detectorScore) });
export type DetectorRates = z.infer<typeof detectorRates>;

/** `bench detectors --json`. */
export const detectorBench = z.object({
  version: z.literal(1),
  seeds: z.array(z.union([z.number(), z.string()])),
  kinds: z.object({ house: detectorRates, human: detectorRates.optional() }),
  notes: z.array(z.string()),
});
export type DetectorBench = z.infer<typeof detectorBench>;

/** What is kept of it, for reports to quote. */
export const detectorRecord = detectorBench.omit({ notes: true });
export type DetectorRecord = z.infer<typeof detectorRecord>;
