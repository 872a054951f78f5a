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
export { checkCi, checkGates, type ScoreGate } from "./check-ci.ts";
export { readResults, saveCheck, saveResults } from "./save-results.ts";
