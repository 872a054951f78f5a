/** Playtests as the API tells them: what stands in the folders of a workspace, and what this server plays. */
export { listSessions } from "./list-sessions.ts";
export { createSessionIndex, type IndexedSession, type SessionIndex } from "./session-index.ts";
export { createSessionReader, type SessionReader } from "./session-reader.ts";
export { sessionView } from "./session-view.ts";
export { turnView } from "./turn-view.ts";
