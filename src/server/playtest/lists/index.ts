/** Lists of sessions and of issues: narrowed, sorted, grouped and cut into pages. */
export { listIssueKinds, listIssues } from "./issue-lists.ts";
export { cutPage } from "./narrow-list.ts";
export { parentsAmong } from "./session-families.ts";
export { listOrigins, listSessions, sessionFacets } from "./session-lists.ts";
