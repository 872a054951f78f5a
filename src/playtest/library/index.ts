export { archiveSession } from "./archive-session.ts";
export { listSessions, type ListedSession } from "./list-sessions.ts";
export { readCosts, readResult } from "./read-result.ts";
export { refreshSession } from "./refresh-session.ts";
