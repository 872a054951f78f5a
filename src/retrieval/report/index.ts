export { checkCi } from "./check-ci.ts";
export { checkReport } from "./check-report.ts";
export { banner, checkAnswerOf, isOffline, summaryText, TARGET_COST } from "./check-summary.ts";
export type { CheckGate, LatencyGate, ScoreGate } from "./check-gates.ts";
export { judgeCheck } from "./check-verdict.ts";
export { compareWithBaseline, readBaseline, type Baseline } from "./compare-with-baseline.ts";
export { readResults, saveCheck, saveResults } from "./save-results.ts";
export { belowFull, testLine, testSection, testVerdictOf } from "./test-text.ts";
