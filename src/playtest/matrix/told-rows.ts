import type { MatrixRow } from "../../contract/index.ts";
import type { Play } from "../compare/index.ts";

/** What its players broke says little about prompt or narrator; what was not played to its end says nothing yet. */
export const told = (rows: readonly MatrixRow[]): MatrixRow[] => rows.filter(({ broken, outcome }) => !broken && ["completed", "timeout", "failed", "crashed"].includes(outcome));

/** Sessions of one group with the same dice are one piece of evidence. */
export const playOf = ({ story, seed, outcome, metrics }: MatrixRow, pair: string): Play => ({ pair, cluster: `${story}/${seed}`, outcome, metrics });
