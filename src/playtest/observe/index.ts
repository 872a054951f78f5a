export { observeFolder, type Observed } from "./observe-folder.ts";
export { readFolder, readingModels, requireReaders, type ReadOptions } from "./read-folder.ts";
export { storeTranscript } from "./store-transcript.ts";
export { spentOnReading, turnsToRead } from "./turns-to-read.ts";
