export { excerpt } from "./excerpt.ts";
export { houseNotice } from "./house-notice.ts";
export { reportPart } from "./report-part.ts";
export { duration, sessionReport, spentOnResult } from "./session-report.ts";
