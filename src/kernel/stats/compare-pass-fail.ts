import { completePairs } from "./compare-paired.ts";
import { mcnemar } from "./mcnemar.ts";
import { FEWEST_PAIRS } from "./sign-flip.ts";

export type PassFailComparison = {
  pairs: number;
  missing: number;
  passedA: number;
  passedB: number;
  /** Passed with one side only: these tell. */
  onlyA: number;
  onlyB: number;
  ties: number;
  /** Of the shares that passed, B − A. Null where no pair is complete. */
  meanDifference: number | null;
  /** Null where fewer than six pairs differ: no verdict can be had from so few. */
  p: number | null;
  method: "exact McNemar";
};

/** Does B pass more often than A on the same things? For replicates of one thing, compare their means of 1 and 0 by `comparePaired`. */
export function comparePassFail({
  a,
  b,
}: {
  a: ReadonlyArray<boolean | null>;
  b: ReadonlyArray<boolean | null>;
}): PassFailComparison {
  const pairs = completePairs(a, b);
  const passedA = pairs.filter((pair) => pair.a).length;
  const passedB = pairs.filter((pair) => pair.b).length;
  const both = pairs.filter((pair) => pair.a && pair.b).length;
  const [onlyA, onlyB] = [passedA - both, passedB - both];
  return {
    pairs: pairs.length,
    missing: a.length - pairs.length,
    passedA,
    passedB,
    onlyA,
    onlyB,
    ties: pairs.length - onlyA - onlyB,
    meanDifference: pairs.length === 0 ? null : (passedB - passedA) / pairs.length,
    p: onlyA + onlyB < FEWEST_PAIRS ? null : mcnemar(onlyA, onlyB),
    method: "exact McNemar",
  };
}
