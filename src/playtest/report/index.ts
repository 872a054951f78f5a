export { runCosts, type Costs } from "./cost-section.ts";
export { excerpt } from "./excerpt.ts";
export { heardByAll, publicIssue, publicResult } from "./heard-by-all.ts";
export {
  costliestKinds,
  episodeFinding,
  shownQuotes,
  spansOf,
  turnsOf,
  worstFirst,
} from "./episode-words.ts";
export { reportPart } from "./report-part.ts";
export { duration, houseCaution, isHouse, isHouseCaution, knownLoss, wasRead } from "./session-facts.ts";
export { sessionCi } from "./session-ci.ts";
export { sessionReport } from "./session-report.ts";
export { guideFormText } from "./session-summary.ts";
export { allowing, changeIn, largerBudget, PLAY_ON, sessionVerdict } from "./session-verdict.ts";
