/** Playtests as the API tells them: what stands in the folders of a workspace, and what this server plays. */
export { choicesOf } from "./choices-of.ts";
export { compareThese } from "./compare-these.ts";
export { cutPage } from "./cut-page.ts";
export { listIssues } from "./list-issues.ts";
export { listMatrices } from "./list-matrices.ts";
export { listSessions, sessionFacets } from "./list-sessions.ts";
export { heatMap, matrixView, rowViews } from "./matrix-views.ts";
export { openPlaytests, type Playtests } from "./open-playtests.ts";
export { readCheckpoint } from "./read-checkpoint.ts";
export type { OpenSession } from "./session-reader.ts";
export { seenBy } from "./seen-by.ts";
export { sessionView } from "./session-view.ts";
export { turnView } from "./turn-view.ts";
export { withStop } from "./with-stop.ts";
