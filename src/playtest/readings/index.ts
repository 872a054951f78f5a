/** What readers make of turns: stored beside them, made while the session is played, and added when it is loaded. */
export { completeReadings, readingsAt } from "./complete-readings.ts";
export { loadCheckpoint, loadLatest, loadNewTurns, storedReadings, type Loaded } from "./load-session.ts";
export { HOUSE, makeReading, NONE } from "./make-reading.ts";
export { openReader, type Reader } from "./open-reader.ts";
export {
  loadReadings,
  prepareFolder,
  readersOf,
  readingPath,
  saveReading,
  type StoredReadings,
} from "./reading-files.ts";
export { readTruth, TRUTH_FILE, type Truth } from "./truth.ts";
export { turnChecksum } from "./turn-checksum.ts";
