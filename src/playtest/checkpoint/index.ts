export { CheckpointError } from "./checkpoint-error.ts";
export { damagedTurns } from "./damaged-turns.ts";
export {
  isSessionFolder,
  loadCheckpoint,
  loadLatest,
  markAt,
  turnsIn,
  type Loaded,
} from "./load-checkpoint.ts";
export { loadOnward } from "./load-onward.ts";
export { peekSession, type PeekedSession } from "./peek-session.ts";
export { salvageSteps, salvageTurns, type Salvaged } from "./salvage-turns.ts";
export { saveStart, saveTurn, turnPath, type Chain } from "./save-turn.ts";
export { turnsIn } from "./turns-in.ts";
export { encodeWholeFile } from "./whole-file-format.ts";
export { messagesOf, wholeCheckpoint } from "./whole-checkpoint.ts";
