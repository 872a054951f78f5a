import { z } from "zod";

/** Names of the kinds in older files. */
const formerNames: Record<string, string> = {
  loop: "repetition",
  "forced-segue": "forced-return",
  "secret-leak": "leak",
  "ignored-players": "ignored-request",
};

/** Every kind of finding. Each has a module in `playtest/findings`. */
const kinds = z.enum([
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
export type IssueType = z.infer<typeof kinds>;
export const issueTypes = kinds.options;
export const issueType = z.preprocess(
  (name) => (typeof name === "string" ? (formerNames[name] ?? name) : name),
  kinds,
);

/** Kinds that a reader looks for. The others are found by code alone. */
export const findingKind = kinds.exclude(["stuck", "breakdown"]);
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

/** Retired kinds. Older files have them, always as hints. */
const formerHints: ReadonlySet<unknown> = new Set(["guide-deviation", "railroading"]);
const isCurrent = (hint: unknown): boolean =>
  !(typeof hint === "object" && hint !== null && "type" in hint && formerHints.has(hint.type));

/** Shown apart from the issues and never counted. */
export const hints = z.preprocess(
  (given) => (Array.isArray(given) ? given.filter(isCurrent) : given),
  z.array(issue),
);

/** Findings that need a model's confirmation to become issues, and why there was none. */
export const unconfirmed = z.object({ count: z.number().int().positive(), why: z.string() });
