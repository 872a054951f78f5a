/** A check beside earlier ones. */
export { testsNeeded } from "./baseline-tests.ts";
export { baselineLines, baselineSection } from "./baseline-text.ts";
export { compareWithBaseline } from "./compare-with-baseline.ts";
export { concludeCheck, readBaselines, type Baseline } from "./conclude-check.ts";
