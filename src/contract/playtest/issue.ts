import { z } from "zod";

/** Every kind of finding. Each has a module in `playtest/findings`. */
export const issueType = z.enum([
  "contradiction",
  "repetition",
  "forced-return",
  "ignored-request",
  "leak",
  "character-break",
  "confusion",
  "fallen-thread",
  "stuck",
  "breakdown",
]);
export type IssueType = z.infer<typeof issueType>;
export const issueTypes = issueType.options;

/** Kinds that a reader looks for. The others are found by code alone. */
export const findingKind = issueType.exclude(["stuck", "breakdown"]);
export type FindingKind = z.infer<typeof findingKind>;

/** The quoted words that support a finding. */
export const quote = z.object({ turn: z.number().int().nonnegative(), text: z.string() });
export type Quote = z.infer<typeof quote>;

export const issue = z.object({
  turn: z.number().int().nonnegative(),
  type: issueType,
  description: z.string(),
  severity: z.enum(["warning", "error"]),
  evidence: z.array(quote).min(1),
  confidence: z.number().min(0).max(1),
  /** The detector that found it, and the model that confirmed it, if any. */
  source: z.string(),
  /** Who caused it. Absent: the narrator. Issues with another cause count in no failure and no score. */
  by: z.enum(["narrator", "player", "relay"]).optional(),
});
export type Issue = z.infer<typeof issue>;

/** Findings that need a model's confirmation to become issues, and why there was none. */
export const unconfirmed = z.object({ count: z.number().int().positive(), why: z.string() });
