export { parseLine, readLines, type TranscriptLine } from "./read-lines.ts";
export { readTranscripts, type Transcript } from "./read-transcripts.ts";
