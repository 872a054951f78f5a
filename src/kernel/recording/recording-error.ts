import { HarnessError } from "../errors/index.ts";

export const recordingError = (
  code: "no-recording" | "bad-recording" | "other-recording",
  message: string,
  remedy: string,
): HarnessError => new HarnessError({ code, message, remedy });

export const damagedRecording = (path: string, what: string): HarnessError =>
  recordingError(
    "bad-recording",
    `${path} is damaged: ${what}.`,
    "Restore it from a copy, or record again in another folder. The file was not touched.",
  );

/** The recording has no answer to what is asked now. */
export class RecordingMissError extends HarnessError {
  constructor({ call, why, dir }: { call: string; why: string; dir: string }) {
    super({
      code: "recording-miss",
      message: `${call}: ${why}.`,
      remedy: `No request was made. The recording was made with another prompt, guide or version of rehearse. Record again with --record, or add --on-miss ask to call the model for answers missing from ${dir}.`,
    });
  }
}
