export { compareSessions, type Compared, type Comparison } from "./compare-sessions.ts";
