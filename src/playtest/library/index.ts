export { archiveSession } from "./archive-session.ts";
export { listSessions, type ListedSession } from "./list-sessions.ts";
export { readCosts, readResult, storedResult } from "./read-result.ts";
