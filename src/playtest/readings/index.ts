/** What readers make of turns: stored beside them, made while the session is played, and added when it is loaded. */
export { completeReadings, readingsAt } from "./complete-readings.ts";
export { loadCheckpoint, loadLatest, loadNewTurns, storedReadings, type Loaded } from "./load-session.ts";
export { makeReading, openReader } from "./open-reader.ts";
export {
  HOUSE,
  loadReadings,
  NONE,
  prepareFolder,
  readersOf,
  readingPath,
  readTruth,
  saveReading,
  TRUTH_FILE,
  type Truth,
} from "./reading-files.ts";
