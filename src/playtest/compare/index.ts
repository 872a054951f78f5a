/** Sessions, branches and arms side by side. */
export { armsVerdict, mostTelling, compareArms, fewestGroups, type Arm } from "./compare-arms.ts";
export { because, quoteFrom, type BecauseOptions, type Play, type PlayScore } from "./because.ts";
export { compareSessions, type Compared } from "./compare-sessions.ts";
export { configDifferences } from "./config-differences.ts";
export { armOf } from "./session-identity.ts";
export { letter } from "./sessions-verdict.ts";
