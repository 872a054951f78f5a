/**
 * Every operation: an entry here, and a module. The package exports what this file exports; the terminal lists it in this
 * order.
 */
import { declared } from "./declared.ts";

/**
 * Plays one session. A session that ran out of budget or was stopped is a result too: `outcome` says so.
 *
 * @example
 * import { play } from "rehearse";
 *
 * const result = await play({ story: "innsmouth", narrator: "house", seed: 7, maxTurns: 5 });
 * console.log(result.outcome, result.issues.length, result.dir);
 */
export const play = declared(
  "Play",
  "play",
  "One session: simulated players play a narrator",
  () => import("./play/play.ts"),
);

/**
 * Compares sessions and branches, or matrices.
 *
 * @example
 * import { compare, play, replay } from "rehearse";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 5 });
 * const [branch] = await replay({ checkpoint: `${dir}/turn-3.json`, narrator: "house/looping", turns: 2 });
 * const { verdict } = await compare({ dir: [dir, branch!.dir] });
 * console.log(verdict.headline);
 */
export const compare = declared(
  "Play",
  "compare",
  "Compare sessions, branches or matrices",
  () => import("./play/compare.ts"),
);

/**
 * Plays every story with every prompt and narrator. A matrix that is stopped rejects with a `HarnessError`; `resume`
 * continues it.
 *
 * @example
 * import { matrix } from "rehearse";
 *
 * const { rankings, totalCost } = await matrix({ preset: "smoke", narrator: ["house"], seed: 7, maxTurns: 3 });
 * console.log(rankings.best[0]?.sessionId, totalCost);
 */
export const matrix = declared(
  "Play",
  "matrix",
  "Many sessions: stories × prompts × narrators",
  () => import("./play/matrix.ts"),
);

/**
 * One matrix of the folders that its shards were played in, with the gates that one process would have decided.
 *
 * @example
 * import { matrix, matrixMerge } from "rehearse";
 *
 * const options = { preset: "smoke", narrator: ["house"], seed: 7, maxTurns: 3 } as const;
 * for (const shard of ["1/2", "2/2"]) await matrix({ ...options, shard });
 * const { rows, verdict } = await matrixMerge({ dir: ["matrices/shards"] });
 * console.log(rows.length, verdict.headline);
 */
export const matrixMerge = declared(
  "Play",
  "matrix merge",
  "Collect the shards of a matrix",
  () => import("./play/matrix-merge.ts"),
);
