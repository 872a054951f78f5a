import type { MatrixRow } from "../../contract/index.ts";
import type { Play } from "../compare/index.ts";

/** Ended, or failed for good: a `resume` may still play the others. */
export const isPlayed = ({ outcome }: Pick<MatrixRow, "outcome">): boolean =>
  ["completed", "timeout", "failed", "crashed"].includes(outcome);

/** What its players broke says little about prompt or narrator; what was not played to its end says nothing yet. */
export const told = (rows: readonly MatrixRow[]): MatrixRow[] =>
  rows.filter((row) => !row.broken && isPlayed(row));

/** Sessions of one group with the same dice are one piece of evidence. */
export const playOf = ({ story, seed, outcome, metrics }: MatrixRow, pair: string): Play => ({
  pair,
  cluster: `${story}/${seed}`,
  outcome,
  metrics,
});
