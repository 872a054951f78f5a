/** `rehearse observe`: reads sessions that were played before, here or elsewhere. */
export { classifyTranscript } from "./classify-transcript.ts";
export { estimateReading, type ReadingEstimate } from "./estimate-reading.ts";
export {
  observeFolder,
  readingModels,
  requireReaders,
  spentOnReading,
  turnsToRead,
  unstoredTurns,
  type Observed,
} from "./observe-folder.ts";
export { findingLines, readFaultLabels, scoreReader, type FaultLabels } from "./score-labels.ts";
export { readTranscripts, type Transcript } from "./transcript-file.ts";
export { storeTranscript } from "./transcript-session.ts";
