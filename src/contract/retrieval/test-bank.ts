import { z } from "zod";
import { formatVersion } from "../shared/format.ts";

/** Any text: ids are the user's own. No file is named after one. A lone surrogate cannot be stored as UTF-8. */
export const entityId = z
  .string()
  .min(1, "empty")
  .max(2_000, "longer than 2,000 characters")
  .refine((id) => id.isWellFormed(), "not valid Unicode");

/** A passage in place of an id: documents may be renamed or chunked anew, and the expectation still holds. */
export const quotedPassage = z.strictObject({
  quote: z
    .string()
    .min(1, "empty")
    .max(20_000, "longer than 20,000 characters")
    .refine((text) => text.isWellFormed(), "not valid Unicode"),
  /** The document that had it. Compared where a target returns no text. */
  from: entityId.optional(),
});

export const expectedItem = z.union([entityId, quotedPassage], {
  error: 'expected an id, or a passage such as { "quote": "…", "from": "id" }',
});
export type ExpectedItem = z.infer<typeof expectedItem>;

const SHOWN = 60;

/** An expectation in lists: its id, or the beginning of its quote. */
export function itemLabel(item: ExpectedItem): string {
  if (typeof item === "string") return item;
  const text = item.quote.replaceAll(/\s+/g, " ").replaceAll(/^["“” ]+|["“” ]+$/g, "");
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN).trimEnd()}…` : text;
  return `“${shown}”`;
}

/** If both come up, the first must rank above the second. */
export const rankCheck = z.strictObject({ higher: entityId, lower: entityId });
export type RankCheck = z.infer<typeof rankCheck>;

export const expectations = z.strictObject({
  expected_primary: z.array(expectedItem).default([]),
  expected_secondary: z.array(expectedItem).default([]),
  not_expected: z.array(expectedItem).default([]),
  rank_check: z.array(rankCheck).default([]),
});
export interface Expectations extends z.infer<typeof expectations> {}

/** `rehearse bank override` asks for all three; a file written by hand may lack them. */
const decision = {
  override_date: z.string().nullish(),
  reason: z.string().nullish(),
  author: z.string().nullish(),
};
export const humanOverride = expectations.extend(decision);
export type HumanOverride = z.infer<typeof humanOverride>;

/** Without any expectation nothing is overridden. */
const overrideOrNone = (value: unknown): unknown =>
  Object.keys(Object(value)).every((key) => key in decision) ? null : value;

/** One test's new expectation: by a model, or (with `updated: null`) by a person. */
export const expectationChange = z.strictObject({
  test_id: z.string().min(1),
  previous: expectations.nullable().default(null),
  updated: expectations.nullable().default(null),
  opus_reasoning: z.string().nullable().default(null),
  human_override: z.preprocess(overrideOrNone, humanOverride.nullable()),
});

/** A file of `history/`: written once, never changed. */
export const historyFile = z.strictObject({
  /** When it was made. Files are ordered by their names. */
  version: z.coerce.string().default("unknown"),
  calibration_trigger: z.string().default("unknown"),
  kb_version: z.coerce.string().default("unknown"),
  /** The content hash of every entity that the expectations depend on. */
  kb_hashes: z.record(z.string(), z.string()).optional(),
  /** Who calibrated: the id that really answered. Absent if a person decided. */
  model: z.string().optional(),
  changes: z.array(expectationChange).default([]),
  /** Rehearse writes both; nothing depends on them. */
  unchanged_count: z.number().nullish(),
  changed_count: z.number().nullish(),
  /** Tests that were reviewed and kept: their expectations belong to this version too. */
  unchanged: z.array(z.string()).default([]),
});
export type HistoryFile = z.infer<typeof historyFile>;

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** What a RAG system knows about its user; a test may set any field. */
export const userState = z.record(
  z.string(),
  z.union([plain, z.array(plain)], { error: "expected text, a number, true, false, null or a list of them" }),
);
export type UserState = z.infer<typeof userState>;

export const bankTest = z.strictObject({
  test_id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, "use letters, digits, dots, dashes and underscores"),
  name: z.string().default(""),
});

/** What a bank can be imported from. */
export type ImportFormat = "beir" | "csv" | "jsonl";

export const calibrationScope = z.enum(["full", "affected", "single"]);
export type CalibrationScope = z.infer<typeof calibrationScope>;

/** A calibrator's answer about one test, as stored in `opus_responses/`. */
export const calibrationResponse = z.object({
  test_id: z.string(),
  model: z.string(),
  prompt: z.string(),
  previous: expectations,
  previous_source: z.string(),
  reasoning: z.string(),
  /** What the calibrator said, whole. */
  updated: expectations,
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
  /** Relative to the folder that has `test_banks` and `calibration`. */
  history_file: z.string(),
  responses_file: z.string(),
});
export type CalibrationRun = z.infer<typeof calibrationRun>;
export const calibrationLog = z.object({ version: z.literal(formatVersion), runs: z.array(calibrationRun) });
