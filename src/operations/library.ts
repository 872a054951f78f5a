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

/** The guides of the workspace and the shipped ones. */
export const storyList = declared(
  "Play",
  "story list",
  "List story guides",
  () => import("./play/story-list.ts"),
);

/** The problems of a guide, and its beats. */
export const storyCheck = declared(
  "Play",
  "story check",
  "Find problems in a story guide",
  () => import("./play/story-check.ts"),
);

/** A structured guide of a text, proposed by a model and written to a file. */
export const storyImport = declared(
  "Play",
  "story import",
  "Let a model propose a story guide from a text",
  () => import("./play/story-import.ts"),
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
