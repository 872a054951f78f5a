export { CheckpointError } from "./checkpoint-error.ts";
export { bodyOf, digest, encodeWholeFile, openEnvelope, verifyChecksum } from "./checkpoint-format.ts";
export {
  isSessionFolder,
  loadCheckpoint,
  loadLatest,
  loadNewTurns,
  loadReadable,
  markAt,
  type Loaded,
  type Readable,
} from "./load-checkpoint.ts";
export { saveStart, saveTurn, turnPath, turnsIn, type Chain } from "./save-turn.ts";
export { readSessionHeader, type SessionHeader } from "./session-header.ts";
export { messagesOf, wholeCheckpoint } from "./whole-checkpoint.ts";
