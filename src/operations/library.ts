/**
 * Every operation: an entry here, and a module. The package exports what this file exports; the terminal lists it in this
 * order.
 */
import type { CheckResult, RedlineReport, SessionResult } from "../contract/index.ts";
import { declared } from "./declared.ts";

/**
 * Plays one session. A session that ran out of budget or was stopped is a result too: `outcome` says so.
 *
 * @example
 * import { play } from "rehearse-llm";
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

const replayAny = declared(
  "Play",
  "replay",
  "Branch from a checkpoint with something changed",
  () => import("./play/replays/replay.ts"),
);
type ReplayOptions = Parameters<typeof replayAny>[0];

/**
 * Branches from a checkpoint with something changed, with the parent's dice. Returns a list of one session; with `times` of 2
 * or more it is an A/B test, and returns what `ab` does. One branch cannot tell cause from luck: pairs can.
 *
 * @example
 * import { play, replay } from "rehearse-llm";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 5 });
 * const branches = await replay({ checkpoint: `${dir}/turn-3.json`, narrator: "house/looping", turns: 2 });
 * console.log(branches.map(({ outcome, turns }) => `${outcome} after ${turns} turns`));
 */
export const replay = replayAny as {
  (options: ReplayOptions & { times?: 1 }): Promise<SessionResult[]>;
} & typeof replayAny;

/**
 * Resumes a run after a crash, a stop or a spent budget, and returns its result: that of `play`, `matrix`, `ab` or `bisect`,
 * as the folder has it. No answered call is repeated. A finished run is left as it is. A session that was stopped again is a
 * result too; other runs reject.
 *
 * @example
 * import { play, resume } from "rehearse-llm";
 *
 * const stopped = await play({ narrator: "house", seed: 7, maxTurns: 5, signal: AbortSignal.timeout(500) });
 * const result = await resume({ dir: stopped.dir });
 * if ("outcome" in result) console.log(result.outcome, result.turns);
 */
export const resume = declared(
  "Play",
  "resume",
  "Resume after a crash, a stop or a spent budget",
  () => import("./play/resume.ts"),
);

/** Writes a report again, or returns an excerpt, the costs of a run, or the list of sessions. */
export const report = declared(
  "Play",
  "report",
  "The report again, an excerpt or the costs; or the list of sessions",
  () => import("./play/reading/report.ts"),
);

/**
 * Compares sessions and branches, or matrices.
 *
 * @example
 * import { compare, play, replay } from "rehearse-llm";
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
 * Plays short replays of the same checkpoints with A and with B, pair by pair with the same dice, until one is better. A test
 * that is stopped rejects with a `HarnessError`; `resume` continues it.
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
 * Plays every story with every prompt and narrator. A matrix that is stopped rejects with a `HarnessError`; `resume`
 * continues it.
 *
 * @example
 * import { matrix } from "rehearse-llm";
 *
 * const { rankings, totalCost } = await matrix({ preset: "smoke", narrator: ["house"], seed: 7, maxTurns: 3 });
 * console.log(rankings.best[0]?.sessionId, totalCost);
 */
export const matrix = declared(
  "Play",
  "matrix",
  "Many sessions: stories × prompts × narrators",
  () => import("./play/matrix/matrix.ts"),
);

/**
 * One matrix of the folders that its shards were played in, with the gates that one process would have decided.
 *
 * @example
 * import { matrix, matrixMerge } from "rehearse-llm";
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
  () => import("./play/matrix/matrix-merge.ts"),
);

/**
 * Finds the turn after which a session no longer recovers, by replays from its own checkpoints. A search that is stopped
 * rejects; `resume` continues it.
 *
 * @example
 * import { bisect, play } from "rehearse-llm";
 *
 * const { dir } = await play({ narrator: "house/stalled", seed: 2, maxTurns: 10 });
 * const { verdict, finding } = await bisect({ dir, turns: 2 });
 * console.log(verdict.headline, finding.lost);
 */
export const bisect = declared(
  "Play",
  "bisect",
  "Find the turn after which a session no longer recovers",
  () => import("./play/replays/bisect.ts"),
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

/**
 * Finds faults in a transcript from elsewhere, or reads a session again. Reading that is stopped, or reads less than 90 %
 * of the turns, rejects with a `HarnessError`; calling it again resumes it.
 *
 * @example
 * import { observe, play } from "rehearse-llm";
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

/** The guides of the workspace and the shipped ones. */
export const storyList = declared(
  "Play",
  "story list",
  "List story guides",
  () => import("./play/stories/story-list.ts"),
);

/** The problems of a guide, and its beats. */
export const storyCheck = declared(
  "Play",
  "story check",
  "Find problems in a story guide",
  () => import("./play/stories/story-check.ts"),
);

/** A structured guide of a text, proposed by a model and written to a file. */
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
 * Runs the test banks against a RAG system; with `redline` it stress-tests crisis detection instead. Stopped by `signal`
 * or out of budget it rejects; calling it again resumes it.
 *
 * @example
 * import { check } from "rehearse-llm";
 *
 * const { health_status, combined_score, tests } = await check({ target: "offline", banks: ["state", "always"] });
 * console.log(health_status, combined_score, tests.filter(({ is_hard_fail }) => is_hard_fail).length);
 */
export const check = checkAny as {
  (options: CheckOptions & { redline: true }): Promise<RedlineReport>;
  (options?: CheckOptions & { redline?: false | undefined }): Promise<CheckResult>;
} & typeof checkAny;

/**
 * Lets a strong model set the expectations of semantic tests. Nothing is saved without `apply`.
 *
 * @example
 * import { calibrate } from "rehearse";
 *
 * const starter = "node_modules/rehearse/examples/starter";
 * const { estimate } = await calibrate.estimate({
 *   scope: "full",
 *   kb: `${starter}/kb`,
 *   testBanks: `${starter}/test_banks`,
 * });
 * console.log(estimate);
 */
export const calibrate = declared(
  "Check",
  "calibrate",
  "Let a strong model set the expectations of semantic tests",
  () => import("./check/calibrate.ts"),
);

/**
 * Imports BEIR, TREC, promptfoo, CSV or JSON Lines as a bank and, with a corpus, a knowledge base.
 *
 * @example
 * import { writeFileSync } from "node:fs";
 * import { bankImport } from "rehearse";
 *
 * writeFileSync("faq.csv", "id,query,expected\nFAQ-1,How do I reset my password?,password_reset\n");
 * const { tests, files } = await bankImport({ paths: ["faq.csv"], out: "imported" });
 * console.log(tests, files);
 */
export const bankImport = declared(
  "Check",
  "bank import",
  "Import a bank from BEIR, TREC, promptfoo, CSV or JSON Lines",
  () => import("./check/bank-import.ts"),
);

/**
 * Sets the expectation of one semantic test by hand. It takes precedence over every calibration.
 *
 * @example
 * import { cpSync } from "node:fs";
 * import { bankOverride } from "rehearse";
 *
 * cpSync("node_modules/rehearse/examples/starter", "shop", { recursive: true });
 * const { expectations } = await bankOverride({
 *   test: "V2-RET-001",
 *   secondary: ["warranty_claims"],
 *   reason: "both apply",
 *   by: "Dr. Ames",
 *   kb: "shop/kb",
 *   testBanks: "shop/test_banks",
 * });
 * console.log(expectations.expected_secondary);
 */
export const bankOverride = declared(
  "Check",
  "bank override",
  "Set the expectation of one test by hand",
  () => import("./check/bank-override.ts"),
);

/**
 * Converts a V1 test bank to V2, and returns it.
 *
 * @example
 * import { writeFileSync } from "node:fs";
 * import { bankMigrate } from "rehearse";
 *
 * const old = { test_id: "V2-PW-001", prompt: "I forgot my password", expected_primary: ["password_reset"] };
 * writeFileSync("old.json", JSON.stringify([old]));
 * const { was, migrated } = await bankMigrate({ file: "old.json" });
 * console.log(was, migrated.bank_type);
 */
export const bankMigrate = declared(
  "Check",
  "bank migrate",
  "Convert a V1 test bank to V2",
  () => import("./check/bank-migrate.ts"),
);

/** Every model name with its price, and which keys are set. */
export const models = declared(
  "Workspace",
  "models",
  "List models, prices, and which keys are set",
  () => import("./workspace/models.ts"),
);

/** One call to one model, to try a key. */
export const modelsTry = declared(
  "Workspace",
  "models try",
  "Make one call to one model, to try a key",
  () => import("./workspace/models-try.ts"),
);
