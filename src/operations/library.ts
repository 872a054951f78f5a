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
