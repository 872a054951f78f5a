/** Readings of turns: stored beside them, made during play, and added on loading. */
export { completeReadings, readingsAt } from "./complete-readings.ts";
export {
  loadCheckpoint,
  loadLatest,
  loadNewTurns,
  loadReadable,
  type Loaded,
  type Readable,
} from "./load-session.ts";
export { makeReading, openReader } from "./open-reader.ts";
export {
  HOUSE,
  loadReadings,
  NONE,
  prepareFolder,
  readingPath,
  readTruth,
  saveReading,
  TRUTH_FILE,
  type Truth,
} from "./reading-files.ts";
