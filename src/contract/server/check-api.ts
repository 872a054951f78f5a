import { z } from "zod";
import { answerSummary, checkedAnswer } from "../retrieval/answer-reading.ts";
import { calibrationResponse, calibrationReview, calibrationScope } from "../retrieval/test-bank.ts";
import { mechanism, testResult } from "../retrieval/mechanism.ts";
import { checkBaseline, checkOutcome } from "../retrieval/check-outcome.ts";
import { checkSummary } from "../retrieval/check-summary.ts";
import { breakdown, checkRepeats, missing, testRepeats } from "../retrieval/test-score.ts";
import { note } from "../shared/note.ts";

/** Requests and responses of the retrieval HTTP API, and what `check --json` prints. */

export const checkAnswer = z
  .object({
    health_status: checkSummary.shape.health_status,
    combined_score: checkSummary.shape.combined_score,
    total_tests: checkSummary.shape.total_tests,
    hard_fails: z.number().int(),
    missing: z.number().int(),
    critical_failures: checkSummary.shape.critical_failures,
    component_scores: checkSummary.shape.component_scores,
    expectation_sources: checkSummary.shape.expectation_sources,
    health_reasons: checkSummary.shape.health_reasons,
    by_built_in: checkSummary.shape.by_built_in,
    partial: checkSummary.shape.partial,
    /** With `check --answers`: a second score. */
    answers: answerSummary.optional(),
    /** For readers, for example that offline models were used. */
    notes: z.array(note),
    /** Null where nothing was saved. */
    results_file: z.string().nullable(),
    report_file: z.string().nullable(),
    /** With `check --repeat`. */
    repeats: checkRepeats.optional(),
    /** With `check --baseline`. */
    baseline: checkBaseline.optional(),
    /** The verdict of the gates, as stored with the results. */
    outcome: checkOutcome.omit({ baseline: true }).optional(),
  })
  .meta({ id: "CheckAnswer" });
export interface CheckAnswer extends z.infer<typeof checkAnswer> {}

export const testVerdict = z
  .object({
    test_id: z.string(),
    mechanism,
    name: z.string(),
    score: z.number().nullable(),
    means: z.string(),
    is_hard_fail: z.boolean(),
    is_critical_failure: z.boolean(),
    breakdown,
    missing: missing.optional(),
    /** With `check --answers`. */
    answer: checkedAnswer.optional(),
    repeats: testRepeats.optional(),
  })
  .meta({ id: "TestVerdict" });
export interface TestVerdict extends z.infer<typeof testVerdict> {}

export const checkedTest = testVerdict
  .extend({
    expectation_source: z.string().optional(),
    notes: z.array(note),
    /** Every stage, if requested. */ debug: testResult.meta({ id: "TestResult" }).optional(),
  })
  .meta({ id: "CheckedTest" });

export const topicName = z.string().min(1).max(200);

export const savedResults = z
  .object({
    name: z.string(),
    /** The minute of the run, in UTC. */
    minute: z.string(),
    bytes: z.number().int(),
    /** The report beside it, if any. */
    report: z.string().nullable(),
  })
  .meta({ id: "SavedResults" });
export type SavedResults = z.infer<typeof savedResults>;

const usd = z.number().nullable();

export const calibrationAnswer = z
  .object({
    scope: calibrationScope,
    kb_version: z.string(),
    dry_run: z.boolean(),
    model: z.string(),
    tests: z.array(z.string()),
    affected: z.array(z.object({ test_id: z.string(), reasons: z.array(z.string()) })),
    never_calibrated: z.number().int(),
    /** US dollars; null: price unknown. */
    estimate: z.object({ kb_tokens: z.number().int(), low: usd, high: usd, uncached: usd }),
    changed: z.array(calibrationResponse),
    unchanged: z.array(z.string()),
    /** Absent if the calibrator was not asked. */
    review: calibrationReview.optional(),
    failed: z.array(z.object({ test_id: z.string(), message: z.string() })),
    cost: z.number(),
    /** Null unless it was made to count. */
    history_file: z.string().nullable(),
    responses_file: z.string().nullable(),
  })
  .meta({ id: "CalibrationAnswer" });
export type CalibrationAnswer = z.infer<typeof calibrationAnswer>;
