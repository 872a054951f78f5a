import { binomialCumulative } from "./proportion.ts";

/** McNemar's exact test, two-sided: of the pairs in which only one side passed, could each as well have been the other? */
export function mcnemar(onlyA: number, onlyB: number): number {
  return Math.min(1, 2 * binomialCumulative(Math.min(onlyA, onlyB), onlyA + onlyB, 0.5));
}
