/** `rehearse observe`: reads sessions that were played before, here or elsewhere. */
export { classifyTranscript } from "./classify-transcript.ts";
export {
  estimateClassifying,
  estimateReading,
  withClassifying,
  type ReadingEstimate,
} from "./estimate-reading.ts";
export {
  observeFolder,
  readFolder,
  readingModels,
  requireReaders,
  spentOnReading,
  turnsToRead,
  unstoredTurns,
  type Observed,
  type ReadOptions,
} from "./observe-folder.ts";
export { findingLines, readFaultLabels, scoreReader, type FaultLabels } from "./score-labels.ts";
export { readTranscripts, type Transcript } from "./transcript-file.ts";
export { storeTranscript, type TranscriptOptions } from "./transcript-session.ts";
