export { openRecording, type Recording } from "./open-recording.ts";
export { readManifest } from "./read-manifest.ts";
export { RecordingMissError } from "./recording-error.ts";
export { requestParts, type Request } from "./request-parts.ts";
export { writeRecording, type RecordingWriter } from "./write-recording.ts";
