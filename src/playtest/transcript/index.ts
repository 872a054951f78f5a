export { parseLine, readLines, type TranscriptLine } from "./read-lines.ts";
export { readTranscripts, type Transcript } from "./read-transcripts.ts";
export { transcriptSession, type TranscriptOptions } from "./transcript-session.ts";
