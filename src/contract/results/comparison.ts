/** What `compare` returns. */
import type { ArmComparison } from "../experiments/arm-comparison.ts";
import type { ComparisonView } from "../server/comparison-api.ts";
import type { Verdict } from "../shared/verdict.ts";

export interface ComparedSession extends Omit<
  ComparisonView["sessions"][number],
  "id" | "hints" | "players"
> {
  sessionId: string;
  dir: string;
  beats: { told: number | null; expected?: number | undefined };
  /** Titles of the guide's beats that were not told. Only of whole sessions. */
  untold?: string[] | undefined;
}

/**
 * Sessions side by side. With a branch point each is scored over the turns that all have after it, otherwise over all that
 * it played itself.
 */
export interface SessionComparison extends Pick<
  ComparisonView,
  "verdict" | "branchPoint" | "differs" | "turns" | "firstDifference"
> {
  sessions: ComparedSession[];
}

/** Of matrices the comparisons, of sessions what differs. */
export interface CompareResult extends Partial<Omit<SessionComparison, "verdict">> {
  verdict: Verdict;
  comparisons?: ArmComparison[];
}
