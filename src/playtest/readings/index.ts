/** Readings of turns: stored beside them, made during play, and added on loading. */
export {
  allReadings,
  asRead,
  lateReaderOf,
  loadCheckpoint,
  loadLatest,
  loadNewTurns,
  loadReadable,
  readingsAt,
  saveLateReader,
  type Readable,
} from "./load-session.ts";
export { BATCH, isComplete, openReader } from "./open-reader.ts";
export { HOUSE, loadReadings, NONE, prepareFolder, readingPath, saveReading } from "./reading-files.ts";
