/**
 * Every operation: an entry here, and a module. The package exports what this file exports; the terminal lists it in this
 * order.
 */
import { declared } from "./declared.ts";

/** Plays one session. A session that ran out of budget or was stopped is a result too: `outcome` says so. */
export const play = declared(
  "Play",
  "play",
  "One session: simulated players play a narrator",
  () => import("./play/play.ts"),
);

/**
 * Finds faults in a transcript from elsewhere, or reads a session again. Reading that is stopped, or reads less than 90 %
 * of the turns, rejects with a `HarnessError`; calling it again resumes it.
 *
 * @example
 * import { observe, play } from "rehearse";
 *
 * const { dir } = await play({ narrator: "house/looping", seed: 7, maxTurns: 9, observer: "none" });
 * const { sessions } = await observe({ path: dir, observer: "house" });
 * console.log(sessions[0]?.issues.map(({ turn, kind }) => `turn ${turn}: ${kind}`));
 */
export const observe = declared(
  "Play",
  "observe",
  "Find faults in a transcript from elsewhere, or reread a session",
  () => import("./play/reading/observe.ts"),
);

/** Scores sessions with a model, by a rubric; or compares its scores with people's. */
export const judge = declared(
  "Play",
  "judge",
  "Score sessions with a model, by a rubric",
  () => import("./play/reading/judge.ts"),
);

/** Adds a person's scores of a session, with which judges are calibrated. */
export const judgeLabel = declared(
  "Play",
  "judge label",
  "Add a person's scores, to calibrate judges",
  () => import("./play/reading/judge-label.ts"),
);

/** Writes a report again, or returns an excerpt, the costs of a run, or the list of sessions. */
export const report = declared(
  "Play",
  "report",
  "The report again, an excerpt or the costs; or the list of sessions",
  () => import("./play/reading/report.ts"),
);
