import { FEWEST_PAIRS } from "./sign-flip.ts";

export type Verdict = "better" | "worse" | "no difference found" | "insufficient evidence";

export type VerdictInput = {
  /** Adjusted, where several metrics are read. Null where too few pairs differ for a test. */
  p: number | null;
  /** Units that were tested. */
  pairs: number;
  /** Of these, how many differ. */
  differ: number;
  /** Of the new over the old. */
  meanDifference: number | null;
  higherIsBetter: boolean;
  /** How many tests share the correction that p was adjusted by. */
  tests?: number;
  alpha?: number;
};

/** What may be said of the new one. "No difference found" is never "the same", and is said only where one could have been found. */
export function verdict({
  p,
  pairs,
  differ,
  meanDifference,
  higherIsBetter,
  tests = 1,
  alpha = 0.05,
}: VerdictInput): Verdict {
  if (pairs < FEWEST_PAIRS || meanDifference === null) return "insufficient evidence";
  if (p !== null && p <= alpha && meanDifference !== 0)
    return meanDifference > 0 === higherIsBetter ? "better" : "worse";
  // Pairs that are all equal have been looked at: each could have differed. Of those that do, a few could not have decided anything.
  const telling = differ === 0 ? pairs : differ;
  return telling >= FEWEST_PAIRS && leastP(telling) * tests <= alpha
    ? "no difference found"
    : "insufficient evidence";
}

/** Of a two-sided test of signs, where so many pairs all point one way. */
export const leastP = (differ: number): number => 2 ** (1 - differ);
