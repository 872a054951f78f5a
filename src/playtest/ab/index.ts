/** A against B from checkpoints, sampled in pairs. */
export { AB_PLAN, AB_RESULT, isAb, readAbPlan } from "./ab-files.ts";
export { abOutlook, type AbOutlook } from "./ab-outlook.ts";
export { decide, pairWon, type DecideOptions } from "./decide.ts";
export { abLines, abReport, comparisonTable, EMBEDDED, winnerLine, writeAb } from "./ab-report.ts";
export type { AbNoise } from "./noise.ts";
export { howNear, type Nearness } from "./how-near.ts";
export { longerAb } from "./longer-ab.ts";
export { completeAb, planAb, readArm, requireAb, writeAbPlan, type AbWish } from "./plan-ab.ts";
export {
  finishedReplay,
  playReplay,
  roomFor,
  sessionsOfAb as replaysIn,
  type Replay,
  type ReplayPlan,
} from "./play-arm.ts";
export {
  deviationsIn as deviationsOfReplays,
  runAb,
  spentOn as spentOnReplays,
  type AbNews,
  type AbRun,
  type RunAbOptions,
} from "./run-ab.ts";
