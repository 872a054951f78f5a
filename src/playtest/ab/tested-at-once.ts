import { FEWEST_PAIRS, leastP, signFlip, verdict, type Verdict } from "../../kernel/stats/index.ts";

/** What one test of a fixed number of units says, and in words. */
export type TestedAtOnce = {
  /** Null: too few differ for a test. */ p: number | null;
  /** About B, in the words of every comparison. */ verdict: Verdict;
  says: string;
};

export type AtOnceOptions = {
  unit: "pair" | "checkpoint";
  alpha: number;
  higherIsBetter: boolean;
  /** An arm crashed, which has no number: values are who won. */ byWins: boolean;
};

/** `values`: of each unit B − A, 0 where nobody won. */
export function testedAtOnce(
  values: readonly number[],
  { unit, alpha, higherIsBetter, byWins }: AtOnceOptions,
): TestedAtOnce {
  const { p, pairs, meanDifference } = signFlip(values, { seed: "ab" });
  const differ = values.filter((value) => value !== 0).length;
  const found = verdict({
    p,
    pairs,
    differ,
    meanDifference,
    higherIsBetter: byWins || higherIsBetter,
    alpha,
  });
  const tested =
    p === null
      ? ""
      : `p ${shownP(p)} (sign-flip over ${pairs} ${unit}s${byWins ? ", by wins, since an arm crashed" : ""})`;
  if (found === "no difference found")
    return {
      p,
      verdict: found,
      says: `no difference found, ${differ === 0 ? `all ${pairs} ${unit}s are equal` : tested}`,
    };
  if (found === "insufficient evidence")
    return { p, verdict: found, says: `the evidence is insufficient: ${tooFew()}` };
  return { p, verdict: found, says: tested };

  function tooFew(): string {
    if (pairs < FEWEST_PAIRS)
      return `${pairs} ${unit}${pairs === 1 ? " is" : "s are"} too few, and ${FEWEST_PAIRS} are the least`;
    if (differ > 0 && differ < FEWEST_PAIRS)
      return `${differ} of ${pairs} ${unit}s differ, and ${FEWEST_PAIRS} are the least`;
    const telling = differ === 0 ? pairs : differ;
    return `even if all ${telling} went one way, p would be ${shownP(leastP(telling)).replace("= ", "")}, and alpha is ${alpha}`;
  }
}

const shownP = (p: number): string => (p < 0.001 ? "< .001" : `= ${p.toFixed(3).replace(/^0/, "")}`);
