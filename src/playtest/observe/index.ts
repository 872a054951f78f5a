/** `rehearse observe`: reads sessions that were played before, here or elsewhere. */
export { estimateReading, type ReadingEstimate } from "./estimate-reading.ts";
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
  findingLines,
  readFaultLabels,
  scoreReader,
  type FaultLabels,
  type ReaderScores,
} from "./score-labels.ts";
export { readTranscripts, type Transcript } from "./transcript-file.ts";
export { storeTranscript, transcriptSession, type TranscriptOptions } from "./transcript-session.ts";
