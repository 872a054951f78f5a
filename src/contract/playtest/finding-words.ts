/** The kinds of findings, and words that every output shares. Without zod: the viewer uses it as well. */

/** Every built-in kind of finding, with the points that an episode of it costs. Each is described in `playtest/findings`. */
export const kindPoints = {
  contradiction: 5,
  loop: 5,
  "forced-segue": 4,
  "ignored-request": 3,
  leak: 5,
  "character-break": 5,
  "guide-deviation": 5,
  "takes-over": 5,
  rushed: 1,
  confusion: 2,
  stuck: 1,
  breakdown: 10,
} as const;
export type BuiltInKind = keyof typeof kindPoints;
export const issueTypes = Object.keys(kindPoints) as BuiltInKind[];

export const isBuiltIn = (kind: string): kind is BuiltInKind =>
  (issueTypes as readonly string[]).includes(kind);

/** Problems that follow from several turns: how a tangent ended, and beats that a branch went past. */
export const derivedKinds = ["poor-return", "slow-return", "not-returned", "passed-over"] as const;
const isDerived = (kind: string): boolean => (derivedKinds as readonly string[]).includes(kind);

/** A kind as people read it. Nobody has measured how often a reader errs with a kind of the user's own. */
export const kindWords = (kind: string): string =>
  isBuiltIn(kind) || isDerived(kind) ? kind : `${kind} (accuracy not known)`;

/** The story guide is quoted as turn 0: no link leads there. */
export const isFromGuide = (turn: number): boolean => turn === 0;

/** Where a quote comes from. */
export const quotedFrom = (turn: number, unit: "Turn" | "turn" = "Turn"): string =>
  isFromGuide(turn) ? "Guide" : `${unit} ${turn}`;
