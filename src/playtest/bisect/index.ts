/** The turn after which a session no longer recovers, searched by short replays of its checkpoints. */
export { BISECT_PLAN, BISECT_RESULT, isBisect, readBisectPlan } from "./bisect-files.ts";
export {
  bisectColumns,
  bisectLines,
  bisectResult,
  bisectRows,
  findingText,
  writeBisect,
} from "./bisect-report.ts";
export { criterionText, readCriterion } from "./criterion.ts";
export { fewestReplays } from "./fewest-replays.ts";
export { longerBisect, planBisect, writeBisectPlan, type BisectWish } from "./plan-bisect.ts";
export { runBisect, type BisectNews, type BisectRun, type RunBisectOptions } from "./run-bisect.ts";
