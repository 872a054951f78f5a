export { openRecording, type Recording, readManifest, RecordingMissError } from "./open-recording.ts";
export { requestParts, type Request } from "./request-parts.ts";
export { writeRecording, type RecordingWriter } from "./write-recording.ts";
