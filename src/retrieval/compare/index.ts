export { baselineLines, baselineSection } from "./baseline-section.ts";
export { compareWithBaseline, type BaselineComparison, type TestChange } from "./compare-with-baseline.ts";
