export { runCosts, type Costs } from "./cost-section.ts";
export { excerpt } from "./excerpt.ts";
export { heardByAll } from "./heard-by-all.ts";
export { worstFirst } from "./episode-words.ts";
export { reportPart } from "./report-part.ts";
export { duration, houseNotice } from "./session-facts.ts";
export { sessionCi } from "./session-ci.ts";
export { sessionReport } from "./session-report.ts";
export { largerBudget, PLAY_ON, sessionVerdict } from "./session-verdict.ts";
