import { z } from "zod";

/** Raised when an older reader could misread a newer rubric. */
export const rubricVersion = 1;

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

/** One metric: the question it answers, and what the anchored levels look like. Numbers between them are for what lies between. */
const rubricMetric = z.strictObject({
  question: prose,
  levels: z.strictObject({ 1: prose, 3: prose, 5: prose, 7: prose, 10: prose }),
});
export type RubricMetric = z.infer<typeof rubricMetric>;

/** A rubric of one's own may leave metrics out: they are then not judged. */
export const rubric = z.strictObject({
  version: z.literal(rubricVersion),
  name: prose,
  metrics: z
    .partialRecord(qualityMetric, rubricMetric)
    .refine((metrics) => Object.keys(metrics).length > 0, "name at least one metric"),
});
export type Rubric = z.infer<typeof rubric>;
