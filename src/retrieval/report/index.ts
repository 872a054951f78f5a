export {
  allResults,
  belowFull,
  checkAnswerOf,
  isCriticalFailure,
  summaryText,
  testLine,
  testVerdictOf,
} from "./check-answer.ts";
export { checkReport, testSection } from "./check-report.ts";
export { checkCi } from "./check-ci.ts";
export { checkGates, gateOutcome, type Compared, type ScoreGate, type TestChange } from "./check-gates.ts";
export { readResults, saveCheck, saveResults } from "./save-results.ts";
