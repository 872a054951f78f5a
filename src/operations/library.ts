/**
 * Every operation: an entry here, and a module. The package exports what this file exports; the terminal lists it in this
 * order.
 */
import type { CheckResult, RedlineReport, SessionResult } from "../contract/index.ts";
import { declared } from "./declared.ts";

/**
 * Plays one session. A session that ran out of budget or was stopped is a result too: `outcome` says so.
 *
 * @returns `SessionResult`
 *
 * @example
 * import { play } from "rehearse-llm";
 *
 * const result = await play({
 *   narrator: ({ guide, turn }) => ({ text: `${guide.pulses[turn]?.summary} What do you do?` }),
 *   playerModel: "house",
 *   seed: 7,
 *   maxTurns: 5,
 * });
 * console.log(result.outcome, result.issues.length, result.dir);
 */
export const play = declared(
  "Play",
  "play",
  "One session: simulated players play a narrator",
  () => import("./play/play.ts"),
);

const replayAny = declared(
  "Play",
  "replay",
  "Branch from a checkpoint with something changed",
  () => import("./play/replays/replay.ts"),
);
type ReplayOptions = Parameters<typeof replayAny>[0];

/**
 * Branches from a checkpoint. Something is changed, and the parent's dice stay. With `times` of 2 or more it is an
 * A/B test: one branch cannot tell cause from luck, pairs can.
 *
 * @returns `SessionResult[]`, `AbResult`
 */
export const replay = replayAny as {
  (options: ReplayOptions & { times?: 1 }): Promise<SessionResult[]>;
} & typeof replayAny;

/**
 * Resumes a stopped run. After a crash, an interrupt or a spent budget. No answered call is repeated, and a finished
 * run is left as it is. A session that was stopped again is a result too; other runs reject.
 *
 * @returns the same
 */
export const resume = declared(
  "Play",
  "resume",
  "Resume after a crash, a stop or a spent budget",
  () => import("./play/resume.ts"),
);

/**
 * Writes a report again. Or returns an excerpt, the costs of a run, or the list of sessions.
 *
 * @returns `text`, `sessions`
 */
export const report = declared(
  "Play",
  "report",
  "Rewrite the report, print an excerpt or the costs, or list sessions",
  () => import("./play/reading/report.ts"),
);

/**
 * Compares sessions or matrices.
 *
 * @returns `CompareResult`
 */
export const compare = declared(
  "Play",
  "compare",
  "Compare sessions, branches or matrices",
  () => import("./play/compare.ts"),
);

/**
 * Tests A against B in pairs. Plays short replays of the same checkpoints with the same dice, until one is better. A
 * test that is stopped rejects with a `HarnessError`; `resume` continues it.
 *
 * @returns `AbResult`
 *
 * @example
 * import { ab, play } from "rehearse-llm";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 6 });
 * const { verdict, decision } = await ab({
 *   checkpoint: [`${dir}/turn-3.json`],
 *   b: { narrator: "house/looping" },
 *   turns: 2,
 *   pairs: 2,
 * });
 * console.log(verdict.headline, decision.winner);
 */
export const ab = declared(
  "Play",
  "ab",
  "Test A against B from checkpoints, in pairs",
  () => import("./play/replays/ab.ts"),
);

/**
 * Plays many sessions. Of each story with each prompt and narrator. A matrix that is stopped rejects with a
 * `HarnessError`; `resume` continues it.
 *
 * @returns `MatrixResult`
 */
export const matrix = declared(
  "Play",
  "matrix",
  "Many sessions: stories × prompts × narrators",
  () => import("./play/matrix/matrix.ts"),
);

/**
 * Collects the shards of a matrix. Its gates are decided as one process would have.
 *
 * @returns `MatrixResult`
 */
export const matrixMerge = declared(
  "Play",
  "matrix merge",
  "Collect the shards of a matrix",
  () => import("./play/matrix/matrix-merge.ts"),
);

/**
 * Finds the turn that lost a session. Plays replays from the session's own checkpoints. A search that is stopped
 * rejects; `resume` continues it.
 *
 * @returns `BisectResult`
 */
export const bisect = declared(
  "Play",
  "bisect",
  "Find the turn after which a session no longer recovers",
  () => import("./play/replays/bisect.ts"),
);

/**
 * Scores sessions by a rubric. With `calibrate`, compares a judge's scores with people's.
 *
 * @returns `verdicts`, `calibrations`
 */
export const judge = declared(
  "Play",
  "judge",
  "Score sessions with a model, by a rubric",
  () => import("./play/reading/judge.ts"),
);

/**
 * Adds a person's scores. Judges are calibrated with them.
 *
 * @returns `label`
 */
export const judgeLabel = declared(
  "Play",
  "judge label",
  "Add a person's scores, to calibrate judges",
  () => import("./play/reading/judge-label.ts"),
);

/**
 * Finds faults in a transcript. Or reads a session again. Reading that is stopped, or reads less than 90 % of the
 * turns, rejects with a `HarnessError`; calling it again resumes it.
 *
 * @returns `ObserveResult`
 */
export const observe = declared(
  "Play",
  "observe",
  "Find faults in a transcript from elsewhere, or reread a session",
  () => import("./play/reading/observe.ts"),
);

/**
 * Lists story guides.
 *
 * @returns guides
 */
export const storyList = declared(
  "Play",
  "story list",
  "List story guides",
  () => import("./play/stories/story-list.ts"),
);

/**
 * Finds problems in a guide.
 *
 * @returns `problems`, `beats`
 */
export const storyCheck = declared(
  "Play",
  "story check",
  "Find problems in a story guide",
  () => import("./play/stories/story-check.ts"),
);

/**
 * Proposes a guide from a text. A model writes it to a file.
 *
 * @returns `guide`
 */
export const storyImport = declared(
  "Play",
  "story import",
  "Let a model propose a story guide from a text",
  () => import("./play/stories/story-import.ts"),
);

const checkAny = declared(
  "Check",
  "check",
  "Test a RAG system with the retrieval banks, on a 100-point scale",
  () => import("./check/check.ts"),
);
type CheckOptions = NonNullable<Parameters<typeof checkAny>[0]>;

/**
 * Tests a RAG system. With `redline` it stress-tests crisis detection instead. Stopped by `signal` or
 * out of budget it rejects; calling it again resumes it.
 *
 * @returns `CheckResult`
 *
 * @example
 * import { check } from "rehearse-llm";
 *
 * const search = (message: string) => (message.includes("nonstop") ? ["gray_rock"] : []);
 * const { combined_score, tests } = await check({
 *   target: ({ message }) => ({ selections: search(message).map((id) => ({ entity_id: id })) }),
 *   test: ["V2-GR-001"],
 * });
 * console.log(combined_score, tests[0]?.breakdown);
 */
export const check = checkAny as {
  (options: CheckOptions & { redline: true }): Promise<RedlineReport>;
  (options?: CheckOptions & { redline?: false | undefined }): Promise<CheckResult>;
} & typeof checkAny;

/**
 * Lets a model set expectations. Nothing is saved without `apply`.
 *
 * @returns `estimate`, `review`
 */
export const calibrate = declared(
  "Check",
  "calibrate",
  "Let a strong model set the expectations of semantic tests",
  () => import("./check/calibrate.ts"),
);

/**
 * Imports a bank. From BEIR, CSV or JSON Lines, with a knowledge base if there is a corpus.
 *
 * @returns `tests`, `files`
 */
export const bankImport = declared(
  "Check",
  "bank import",
  "Import a bank from BEIR, CSV or JSON Lines",
  () => import("./check/bank-import.ts"),
);

/**
 * Sets an expectation by hand. It takes precedence over every calibration.
 *
 * @returns `expectations`
 */
export const bankOverride = declared(
  "Check",
  "bank override",
  "Set the expectation of one test by hand",
  () => import("./check/bank-override.ts"),
);

/**
 * Converts a V1 bank to V2.
 *
 * @returns `migrated`
 */
export const bankMigrate = declared(
  "Check",
  "bank migrate",
  "Convert a V1 test bank to V2",
  () => import("./check/bank-migrate.ts"),
);

/**
 * Lists models. With prices, and which keys are set.
 *
 * @returns `models`
 */
export const models = declared(
  "Workspace",
  "models",
  "List models, prices, and which keys are set",
  () => import("./workspace/models.ts"),
);

/**
 * Makes one call to a model.
 *
 * @returns `text`, `totals`
 */
export const modelsTry = declared(
  "Workspace",
  "models try",
  "Make one call to one model, to try a key",
  () => import("./workspace/models-try.ts"),
);
