/** `rehearse observe`: reads sessions that were played before, here or elsewhere. */
export {
  observeFolder,
  readFolder,
  readingModels,
  requireReaders,
  spentOnReading,
  turnsToRead,
  type Observed,
  type ReadOptions,
} from "./observe-folder.ts";
export {
  parseLine,
  readLines,
  readTranscripts,
  type Transcript,
  type TranscriptLine,
} from "./transcript-file.ts";
export { storeTranscript, transcriptSession, type TranscriptOptions } from "./transcript-session.ts";
