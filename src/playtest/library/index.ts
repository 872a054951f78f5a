/** Stored sessions, as the CLI and the server list, read, refresh and archive them. */
export { readCompared, readResult, readSession, storedReport } from "./read-result.ts";
export { refreshSession } from "./refresh-session.ts";
export { archiveSession, listSessions } from "./session-folders.ts";
