/** How a test and a bank are scored, for every mechanism. */
import { z } from "zod";

const penalty = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), count: z.number().int(), penalty: z.number() });

/** Both came up, in the wrong order. */
export const rankViolation = z.object({
  expected_higher: z.string(),
  expected_lower: z.string(),
  actual_higher_rank: z.number().int(),
  actual_lower_rank: z.number().int(),
});
export type RankViolation = z.infer<typeof rankViolation>;

export const breakdown = z.object({
  primary_fail: z.literal(true).optional(),
  reason: z.string().optional(),
  secondary_missing: penalty(z.string()).optional(),
  false_positives: penalty(z.string()).optional(),
  rank_violations: penalty(rankViolation).optional(),
  wrong_handlers: penalty(z.string()).optional(),
});
export type Breakdown = z.infer<typeof breakdown>;

/** Why there is no score: the target failed. It is counted and shown, and is never a score of 0. */
export const missing = z.object({ code: z.string(), message: z.string() });
export type Missing = z.infer<typeof missing>;

/** The attempts of a test that was asked several times. */
export const testRepeats = z.object({
  /** In order. Null: no answer. */
  attempts: z.array(z.object({ score: z.number().nullable(), passed: z.boolean().nullable() })),
  /** Attempts without a hard fail, and all that have a verdict. */
  passed: z.number().int(),
  answered: z.number().int(),
  rate: z.number().nullable(),
  /** It passed and it failed. */
  flaky: z.boolean(),
});
export type TestRepeats = z.infer<typeof testRepeats>;

/** All repeated tests of a run. */
export const checkRepeats = z.object({
  /** Of `--repeat`. 1: only tests that passed in the baseline and failed now were asked again. */
  times: z.number().int().min(1),
  tests: z.number().int(),
  attempts: z.number().int(),
  flaky: z.array(z.string()),
});
export type CheckRepeats = z.infer<typeof checkRepeats>;

export const scoredTest = z.object({
  test_id: z.string(),
  name: z.string(),
  /** The name of its bank, if the bank has one. */
  bank: z.string().optional(),
  /** Null: missing. */
  score: z.number().nullable(),
  breakdown,
  is_hard_fail: z.boolean(),
  missing: missing.optional(),
  /** Of its requests, over all attempts. Absent: nothing was sent. */
  ms: z.number().optional(),
  /** Absent if it was asked once. The score is then the mean over the attempts. */
  repeats: testRepeats.optional(),
});

export const groupScore = z.object({
  avg: z.number().nullable(),
  tests: z.number().int(),
  hard_fails: z.number().int(),
});
export type GroupScore = z.infer<typeof groupScore>;

/** The result of one bank; its mechanism adds more fields. */
export const component = z.object({
  tests_run: z.number().int(),
  /** Over the tests that have a score; null: no test has one. */
  average_score: z.number().nullable(),
  hard_fails: z.number().int(),
  missing: z.number().int(),
});
