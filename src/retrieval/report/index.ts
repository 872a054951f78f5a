export {
  allResults,
  belowFull,
  checkAnswerOf,
  isCriticalFailure,
  summaryText,
  testLine,
  testVerdictOf,
} from "./check-answer.ts";
export { checkReport, testSection, type CheckReportOptions } from "./check-report.ts";
export { junitReport } from "./junit-report.ts";
export { readResults, saveCheck, saveResults, type SaveOptions } from "./save-results.ts";
