/** Lists of sessions and of issues: narrowed and cut into pages. */
export { listIssues } from "./issue-lists.ts";
export { cutPage, hasWords } from "./narrow-list.ts";
export { listSessions } from "./session-lists.ts";
