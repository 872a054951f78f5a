export { CheckpointError } from "./checkpoint-error.ts";
export {
  bodyOf,
  digest,
  encodeWholeFile,
  openEnvelope,
  refuseNewer,
  verifyChecksum,
} from "./checkpoint-format.ts";
export { damagedTurns, salvageSteps, salvageTurns, type Salvaged } from "./damaged-turns.ts";
export {
  isSessionFolder,
  loadCheckpoint,
  loadLatest,
  loadNewTurns,
  markAt,
  type Loaded,
} from "./load-checkpoint.ts";
export { saveStart, saveTurn, turnPath, turnsIn, type Chain } from "./save-turn.ts";
export { readSessionHeader, type SessionHeader } from "./session-header.ts";
export { messagesOf, wholeCheckpoint } from "./whole-checkpoint.ts";
