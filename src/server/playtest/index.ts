/** Playtests as the API shows them: the sessions and matrices of a workspace. */
export { compareForView } from "./compare-sessions.ts";
export { abView, bisectView, listExperiments, matrixView } from "./experiments/index.ts";
export { openPlaytests, type Playtests } from "./open-playtests.ts";
export {
  AB,
  BISECTS,
  HOLDERS,
  holdersIn,
  MATRICES,
  sessionId,
  SESSIONS,
  type IndexedSession,
  type SessionIndex,
} from "./session-index.ts";
export { cutPage, hasWords, listIssues, listSessions } from "./lists/index.ts";
export { readCheckpoint, type OpenSession } from "./session-reader.ts";
export { playerTurns, playerView, quotePlaces, sessionView, turnViews } from "./page/index.ts";
