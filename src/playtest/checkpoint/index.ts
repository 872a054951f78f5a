export {
  CheckpointError,
  bodyOf,
  digest,
  encodeWholeFile,
  openEnvelope,
  verifyChecksum,
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
export {
  saveStart,
  saveTurn,
  turnPath,
  turnsIn,
  type Chain,
  readSessionHeader,
  type SessionHeader,
} from "./save-turn.ts";
export { messagesOf, wholeCheckpoint } from "./whole-checkpoint.ts";
