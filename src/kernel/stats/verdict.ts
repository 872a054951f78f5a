import { FEWEST_PAIRS } from "./sign-flip.ts";

export type Verdict = "better" | "worse" | "no difference found" | "insufficient evidence";

export type VerdictInput = {
  /** Adjusted, where several metrics are read. Null where too few pairs differ for a test. */
  p: number | null;
  /** Units that were tested. */
  pairs: number;
  /** Of the new over the old. */
  meanDifference: number | null;
  higherIsBetter: boolean;
  alpha?: number;
};

/** What may be said of the new one. "No difference found" is never "the same". */
export function verdict({ p, pairs, meanDifference, higherIsBetter, alpha = 0.05 }: VerdictInput): Verdict {
  if (pairs < FEWEST_PAIRS || meanDifference === null) return "insufficient evidence";
  // Pairs that are all equal have been looked at; a few that differ could not have decided anything.
  if (p === null) return meanDifference === 0 ? "no difference found" : "insufficient evidence";
  if (p > alpha || meanDifference === 0) return "no difference found";
  return meanDifference > 0 === higherIsBetter ? "better" : "worse";
}
