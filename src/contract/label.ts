import { z } from "zod";
import { qualityMetric, qualityScore } from "./rubric.ts";

/** Raised when an older reader could misread a newer line. */
export const labelVersion = 1;

const scores = z.partialRecord(qualityMetric, qualityScore).refine((given) => Object.keys(given).length > 0, "score at least one metric");

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

/** The file that `rehearse label --file` reads: scores of the session, of turns, or of both; or nothing but the session's scores. */
export const labelFile = z.union([
  z.strictObject({ session: scores.optional(), turns: z.record(z.string().regex(/^[1-9]\d*$/, "name turns by their number"), scores).optional(), note: z.string().optional() }).refine(({ session, turns }) => session !== undefined || Object.keys(turns ?? {}).length > 0, "score the session or a turn"),
  z.strictObject(Object.fromEntries(qualityMetric.options.map((name) => [name, qualityScore.optional()])) as Record<(typeof qualityMetric.options)[number], z.ZodOptional<typeof qualityScore>>).refine((given) => Object.keys(given).length > 0, "score at least one metric"),
]);
export type LabelFile = z.infer<typeof labelFile>;
