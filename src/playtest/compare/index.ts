/** Sessions, branches and arms side by side. */
export {
  armsVerdict,
  mostTelling,
  compareArms,
  fewestGroups,
  type Arm,
  comparisonHeadline,
} from "./compare-arms.ts";
export { because, type BecauseOptions, type Play, type PlayScore } from "./because.ts";
export { compareSessions, type Compared } from "./compare-sessions.ts";
export { configDifferences, type ChangedLine } from "./config-differences.ts";
export { armOf } from "./session-identity.ts";
export { EMBEDDED, letter } from "./sessions-verdict.ts";
