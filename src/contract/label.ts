import { z } from "zod";
import { qualityMetric, qualityScore } from "./rubric.ts";

/** Raised when an older reader could misread a newer line. */
export const labelVersion = 1;

const scores = z
  .partialRecord(qualityMetric, qualityScore)
  .refine((given) => Object.keys(given).length > 0, "score at least one metric");

/** A line of `labels.jsonl`: what a person scored. A later line of the same person stands for an earlier one; none is ever changed. */
export const label = z.object({
  type: z.literal("label"),
  version: z.literal(labelVersion),
  by: z.string().min(1),
  at: z.string(),
  /** Set where it is about one turn; absent: about the session as a whole. */
  turn: z.number().int().positive().optional(),
  scores,
  note: z.string().optional(),
});
export type Label = z.infer<typeof label>;
