/** The playtest suite: simulated groups play a narrator; every turn is a checkpoint. */
export * from "./checkpoint/index.ts";
export * from "./compare/index.ts";
export { kindOf, type OwnKinds } from "./findings/index.ts";
export { archetypeIds } from "./archetypes/index.ts";
export { guideFormOf } from "./agents/index.ts";
export { houseCast, houseContent, TRUTH_FILE } from "./house/index.ts";
export * from "./judge/index.ts";
export * from "./library/index.ts";
export * from "./experiment/index.ts";
export * from "./metrics/index.ts";
export * from "./observe/index.ts";
export * from "./play/index.ts";
export { loadCheckpoint, loadLatest, loadNewTurns, loadReadable, type Readable } from "./readings/index.ts";
export * from "./report/index.ts";
export * from "./session/index.ts";
export * from "./story/index.ts";
export { sharingText, timeline, turnTitle } from "./timeline/index.ts";
