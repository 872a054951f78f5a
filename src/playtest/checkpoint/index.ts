export {
  CheckpointError,
  decodeReading,
  digest,
  encodeReading,
  encodeWholeFile,
} from "./checkpoint-format.ts";
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
export { messagesOf, wholeCheckpoint } from "./whole-checkpoint.ts";
