/** A check beside an earlier one. */
export { baselineVerdict } from "./baseline-verdict.ts";
export { compareWithBaseline, isRegression } from "./compare-with-baseline.ts";
export { concludeCheck, readBaseline, type Baseline } from "./conclude-check.ts";
