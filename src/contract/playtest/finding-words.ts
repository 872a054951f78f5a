/** The kinds of findings, and words that every output shares. Without zod: the viewer uses it as well. */

/** Every built-in kind of finding. Each is described in `playtest/findings`. */
export const issueTypes = [
  "contradiction",
  "loop",
  "forced-segue",
  "ignored-request",
  "leak",
  "character-break",
  "guide-deviation",
  "takes-over",
  "rushed",
  "confusion",
  "stuck",
  "breakdown",
] as const;
export type BuiltInKind = (typeof issueTypes)[number];

export const isBuiltIn = (kind: string): kind is BuiltInKind =>
  (issueTypes as readonly string[]).includes(kind);

/** A kind as people read it. Nobody has measured how often a reader errs with a kind of the user's own. */
export const kindWords = (kind: string): string => (isBuiltIn(kind) ? kind : `${kind} (accuracy not known)`);

/** The story guide is quoted as turn 0: no link leads there. */
export const isFromGuide = (turn: number): boolean => turn === 0;

/** Where a quote comes from. */
export const quotedFrom = (turn: number, unit: "Turn" | "turn" = "Turn"): string =>
  isFromGuide(turn) ? "Guide" : `${unit} ${turn}`;
