export { excerpt } from "./excerpt.ts";
export { problemsInOrder, worstProblems } from "./first-screen.ts";
export { reportPart } from "./report-part.ts";
export { duration, houseNotice, spentOnResult, wouldPlay } from "./session-facts.ts";
export { issueFinding, issueSentence, ownQuote, sessionCi } from "./session-ci.ts";
export { sessionReport } from "./session-report.ts";
