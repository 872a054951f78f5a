export { excerpt } from "./excerpt.ts";
export { worstProblems } from "./first-screen.ts";
export { reportPart } from "./report-part.ts";
export { duration, houseNotice, spentOnResult } from "./session-facts.ts";
export { sessionReport } from "./session-report.ts";
