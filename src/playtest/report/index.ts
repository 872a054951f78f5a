export { excerpt } from "./excerpt.ts";
export { houseNotice } from "./house-notice.ts";
export { reportPart } from "./report-part.ts";
export { duration, spentOnResult } from "./session-facts.ts";
export { sessionReport } from "./session-report.ts";
export { worstProblems } from "./worst-problems.ts";
