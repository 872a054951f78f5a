import { z } from "zod";
import { formatVersion } from "../shared/format.ts";

/** Any text: ids are the user's own. No file is named after one. A lone surrogate cannot be stored as UTF-8. */
export const entityId = z
  .string()
  .min(1, "empty")
  .max(2_000, "longer than 2,000 characters")
  .refine((id) => id.isWellFormed(), "not valid Unicode");

/** If both come up, the first must rank above the second. */
export const rankCheck = z.strictObject({ higher: entityId, lower: entityId });
export type RankCheck = z.infer<typeof rankCheck>;

export const expectations = z.strictObject({
  expected_primary: z.array(entityId).default([]),
  expected_secondary: z.array(entityId).default([]),
  not_expected: z.array(entityId).default([]),
  rank_check: z.array(rankCheck).default([]),
});
export interface Expectations extends z.infer<typeof expectations> {}

export const humanOverride = expectations.extend({
  override_date: z.iso.date(),
  /** `rehearse bank override` asks for both; a file written by hand may lack them. */
  reason: z.string().default(""),
  author: z.string().default(""),
});
export type HumanOverride = z.infer<typeof humanOverride>;

/** One test's new expectation: by a model, or (with `updated: null`) by a person. */
export const expectationChange = z.strictObject({
  test_id: z.string().min(1),
  previous: expectations.nullable(),
  updated: expectations.nullable(),
  opus_reasoning: z.string().nullable().default(null),
  human_override: humanOverride.nullable().default(null),
});

/** What a calibrator would add to lists that differ by taste. It counts only once a person accepts it. */
export const listAdditions = z.strictObject({
  not_expected: z.array(entityId).default([]),
  rank_check: z.array(rankCheck).default([]),
});
export type ListAdditions = z.infer<typeof listAdditions>;

/** A file of `history/`: written once, never changed. */
export const historyFile = z.strictObject({
  /** When it was made. Files are ordered by this, not by name. */
  version: z.iso.datetime({ offset: true }),
  calibration_trigger: z.string().min(1),
  kb_version: z.string().min(1),
  /** The content hash of every entity that the expectations depend on. */
  kb_hashes: z.record(z.string(), z.string()).optional(),
  /** Who calibrated: the id that really answered. Absent if a person decided. */
  model: z.string().optional(),
  changes: z.array(expectationChange),
  unchanged_count: z.number().int().nonnegative(),
  changed_count: z.number().int().nonnegative(),
  /** Tests that were reviewed and kept: their expectations belong to this version too. */
  unchanged: z.array(z.string()).default([]),
  /** Additions that nobody has accepted yet. Absent in older files, whose calibrations counted whole. */
  proposals: z.array(listAdditions.extend({ test_id: z.string().min(1) })).optional(),
  /** Tests whose additions a person accepted when the calibration was saved. */
  accepted: z.strictObject({ by: z.string().min(1), tests: z.array(z.string()) }).optional(),
});
export type HistoryFile = z.infer<typeof historyFile>;

/** What a RAG system knows about its user; a test may set any field. */
export const userState = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type UserState = z.infer<typeof userState>;

export const bankTest = z.strictObject({
  test_id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, "use letters, digits, dots, dashes and underscores"),
  name: z.string().default(""),
});

/** What a bank can be imported from. */
export const importFormat = z.enum(["beir", "trec", "promptfoo", "csv", "jsonl"]);
export type ImportFormat = z.infer<typeof importFormat>;

export const calibrationScope = z.enum(["full", "affected", "single"]);
export type CalibrationScope = z.infer<typeof calibrationScope>;

/** A calibrator's answer about one test, as stored in `opus_responses/`. */
export const calibrationResponse = z.object({
  test_id: z.string(),
  model: z.string(),
  prompt: z.string(),
  previous: expectations,
  previous_source: z.string(),
  proposed: expectations,
  reasoning: z.string(),
  /** What counts if the calibration is saved: additions to not_expected and rank_check only if accepted. Absent in older files. */
  updated: expectations.optional(),
  additions: listAdditions.optional(),
  /** Whether `updated` differs from `previous`. */
  changed: z.boolean(),
});
export type CalibrationResponse = z.infer<typeof calibrationResponse>;

/** One line of `calibration_log.json`. */
export const calibrationRun = z.object({
  timestamp: z.string(),
  scope: calibrationScope,
  trigger: z.string(),
  kb_version: z.string(),
  kb_hash: z.string(),
  model: z.string(),
  tests: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.array(z.string()),
  cost: z.number(),
  history_file: z.string(),
  responses_file: z.string(),
  report_file: z.string().optional(),
});
export type CalibrationRun = z.infer<typeof calibrationRun>;
export const calibrationLog = z.object({ version: z.literal(formatVersion), runs: z.array(calibrationRun) });

const score = z.number().nullable();
const agreed = z.object({ agreed: z.number().int(), all: z.number().int() });

/** What a calibration would change, and what that does to the scores of the last run. */
export const calibrationReview = z.object({
  agreement: z.object({
    /** Tests with the same primaries. */
    primaries: agreed,
    /** Secondaries of today that the calibrator expects too. */
    secondaries: agreed,
    /** Statements of today (expected, forbidden, pairs) that the calibrator does not contradict. */
    contradictions: agreed,
  }),
  /** The newest saved check, scored again: with today's expectations, with the changes, and with all proposals accepted too. */
  last_run: z
    .object({
      file: z.string(),
      semantic: z.object({ now: score, applied: score, accepted: score }),
      combined: z.object({ now: score, applied: score, accepted: score }),
    })
    .nullable(),
  /** Primary changes first, then contradictions, secondaries and proposals; within a kind, the largest effect first. */
  changes: z.array(
    z.object({
      test_id: z.string(),
      kind: z.enum(["primary", "contradiction", "secondary", "proposal"]),
      /** Null: not in the last run, or without a score there. */
      now: score,
      applied: score,
      accepted: score,
      what: z.array(z.string()),
    }),
  ),
});
export type CalibrationReview = z.infer<typeof calibrationReview>;
