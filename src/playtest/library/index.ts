export { archiveSession } from "./archive-session.ts";
export { folderNotes } from "./folder-notes.ts";
export { listSessions, type ListedSession } from "./list-sessions.ts";
export { readCompared } from "./read-compared.ts";
export { readCosts, readResult } from "./read-result.ts";
export { refreshSession } from "./refresh-session.ts";
