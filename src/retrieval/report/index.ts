export { checkReport, type CheckReportOptions } from "./check-report.ts";
export { junitReport } from "./junit-report.ts";
export { keepCheck, type KeepOptions } from "./keep-check.ts";
export { minuteOf, readResults, saveResults } from "./save-results.ts";
export { summaryText } from "./summary-text.ts";
export { testSection, whereWords } from "./test-section.ts";
export { allResults, belowFull, checkAnswerOf, testLine, testVerdictOf } from "./test-verdict.ts";
