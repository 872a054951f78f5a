export { excerpt } from "./excerpt.ts";
export { duration, HOUSE_NOTICE, sessionReport } from "./session-report.ts";
