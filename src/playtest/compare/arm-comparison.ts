/** What is known of two arms that were held against each other. */
import type { PairedComparison, Verdict } from "../../kernel/stats/index.ts";
import type { MetricName } from "./metrics.ts";

export type MetricComparison = PairedComparison & {
  metric: MetricName;
  meanA: number | null;
  meanB: number | null;
  /** Holm's: the primary over the comparisons that are read side by side, the others over everything else that was tested. Null: not tested. */
  adjusted: number | null;
  /** About B. Null: more of it is neither better nor worse. */
  verdict: Verdict | null;
};

/** What is known of a comparison before a number is looked at. */
export type Circumstances = {
  /** Who named which metric beforehand, in words, where this is another: one that is chosen with the numbers at hand shares the correction of all others. */
  chosenNow?: string;
  /** No plan names a metric: whether this one was chosen before the numbers were looked at, nobody can tell. */
  unplanned?: boolean;
  /** Why there is no verdict, whatever the numbers are. */
  withheld?: readonly string[];
  /** Settings that are not the same on both sides, in words: a difference may come from there. */
  settings?: readonly string[];
};

export type ArmComparison = Circumstances & {
  a: string;
  b: string;
  /** Pairs that both arms have played, and plays that have no partner. */
  paired: number;
  alone: { a: number; b: number };
  clusters: number;
  /** What the result speaks for: "for this checkpoint", "over 12 checkpoints". */
  speaksFor: string;
  /** Pairs that an arm lost by crashing or breaking off. Who crashed more has only its better plays to show, and wins nothing by them. */
  crashed: { a: number; b: number };
  primary: MetricComparison;
  others: MetricComparison[];
  /** Did the story come to its end? What was stopped on purpose is missing here; what crashed did not. */
  completed: Completion;
  /** How many tests share each of the two corrections. */
  families: { primary: number; others: number };
  /** Why plays have no partner, where that is known. */
  unpaired?: readonly string[];
  /** Which parts overall was compared without, where some pairs do not have all of them. */
  parts?: string;
  /** Why a difference decides nothing all the same. */
  note?: string;
};

export type Completion = {
  pairs: number;
  missing: number;
  /** Pairs in which one side came to its end and the other did not. */ differ: number;
  /** Shares. */ passedA: number | null;
  passedB: number | null;
  meanDifference: number | null;
  p: number | null;
  adjusted: number | null;
  method: string;
  verdict: Verdict;
};
