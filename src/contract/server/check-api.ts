import { z } from "zod";
import { answerSummary, checkedAnswer } from "../retrieval/answer-reading.ts";
import { meanRankingMetrics, rankingMetrics } from "../retrieval/mechanisms/semantic.ts";
import { calibrationResponse, calibrationScope } from "../retrieval/test-bank.ts";
import { mechanism, testResult } from "../retrieval/mechanism.ts";
import { checkBaseline, checkOutcome } from "../retrieval/check-outcome.ts";
import { checkSummary } from "../retrieval/check-summary.ts";
import { latency } from "../retrieval/retrieval-result.ts";
import { breakdown, checkRepeats, missing, testRepeats } from "../retrieval/test-score.ts";
import { spent } from "../shared/journal.ts";
import { note } from "../shared/note.ts";
import { verdict } from "../shared/verdict.ts";

/** Requests and responses of the retrieval HTTP API, and what `check --json` prints. */

export const checkAnswer = z
  .object({
    ...checkSummary.omit({ hard_fail_count: true, missing_count: true, scope: true }).shape,
    hard_fails: z.number().int(),
    missing: z.number().int(),
    /** Recall, MRR and nDCG of what the semantic tests selected. */
    metrics: meanRankingMetrics.optional(),
    latency: latency.optional(),
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
    verdict,
    gates: checkOutcome.shape.gates,
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
    /** Why it lost points or has no score. */
    says: z.string().optional(),
    is_hard_fail: z.boolean(),
    is_critical_failure: z.boolean(),
    breakdown,
    metrics: rankingMetrics.optional(),
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

const usd = z.number().nullable();

/** What `calibrate --json` prints, and POST /cli/calibrate answers. */
export const calibrationAnswer = z
  .object({
    scope: calibrationScope,
    kb_version: z.string(),
    /** Nothing was saved. */
    dry_run: z.boolean(),
    model: z.string(),
    tests: z.array(z.string()),
    /** With scope `affected`: why each test is among them. */
    affected: z.array(z.object({ test_id: z.string(), reasons: z.array(z.string()) })),
    /** It is unknown what changed since. */
    never_calibrated: z.number().int(),
    /** US dollars; null: price unknown. `uncached`: if the vendor's cache does not hold. */
    estimate: z.object({ kb_tokens: z.number().int(), low: usd, high: usd, uncached: usd }),
    changed: z.array(calibrationResponse),
    unchanged: z.array(z.string()),
    failed: z.array(z.object({ test_id: z.string(), message: z.string() })),
    ...spent.shape,
    /** Null unless it was made to count. */
    history_file: z.string().nullable(),
    responses_file: z.string().nullable(),
  })
  .meta({ id: "CalibrationAnswer" });
export interface CalibrateResult extends z.infer<typeof calibrationAnswer> {}
