import { z } from "zod";

/** What the kinds were called in files written before. */
const formerNames: Record<string, string> = {
  loop: "repetition",
  "forced-segue": "forced-return",
  "secret-leak": "leak",
  "ignored-players": "ignored-request",
};

/** Every kind of finding. What each means and does is in `playtest/findings`, a module for each. */
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

/** What a reader is asked for. The kinds left out here are found by code alone. */
export const findingKind = kinds.exclude(["stuck", "breakdown"]);
export type FindingKind = z.infer<typeof findingKind>;

/** Words of the transcript that a finding rests on. */
export const quote = z.object({ turn: z.number().int().nonnegative(), text: z.string() });
export type Quote = z.infer<typeof quote>;

export const issue = z.object({
  turn: z.number().int().nonnegative(),
  type: issueType,
  description: z.string(),
  severity: z.enum(["warning", "error"]),
  evidence: z.array(quote).min(1),
  confidence: z.number().min(0).max(1),
  /** Which detector found it, and the model that confirmed it where one did. */
  source: z.string(),
  /** Whose doing it is. Absent: the narrator's. What is not counts in no failure and no score. */
  by: z.enum(["narrator", "player", "relay"]).optional(),
});
export type Issue = z.infer<typeof issue>;

/** Kinds that nobody looks for any more. Older files have them, always as hints. */
const formerHints: ReadonlySet<unknown> = new Set(["guide-deviation", "railroading"]);
const isCurrent = (hint: unknown): boolean =>
  !(typeof hint === "object" && hint !== null && "type" in hint && formerHints.has(hint.type));

/** Shown apart from the issues, and counted nowhere. */
export const hints = z.preprocess(
  (given) => (Array.isArray(given) ? given.filter(isCurrent) : given),
  z.array(issue),
);

/** Findings that only a model's word would have made issues, and why that could not be had. */
export const unconfirmed = z.object({ count: z.number().int().positive(), why: z.string() });
