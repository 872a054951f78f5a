/** Sessions, branches and arms side by side. */
export { armsVerdict, mostTelling } from "./arms-verdict.ts";
export { because, type BecauseOptions } from "./because.ts";
export { compareArms, fewestGroups, type Arm } from "./compare-arms.ts";
export { comparisonHeadline } from "./comparison-headline.ts";
export { compareSessions, type Compared } from "./compare-sessions.ts";
export { configDifferences, type ChangedLine } from "./config-differences.ts";
export type { Play, PlayScore } from "./play.ts";
export { armOf } from "./session-identity.ts";
export { EMBEDDED, letter } from "./sessions-verdict.ts";
