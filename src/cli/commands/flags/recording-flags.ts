/** Flags for recording and replaying a command's calls, and the messages about it. */
import type { RecordingOptions } from "../../../api/recorded.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { terminalText, type Io } from "../../frame/index.ts";

export * from "../../../api/recorded.ts";

export const recordFlag = {
  record: {
    type: "string",
    value: "DIR",
    help: "Record every answer, and what it was asked with, in this folder, for --recording.",
  },
} as const;

export const recordingFlags = {
  ...recordFlag,
  recording: {
    type: "string",
    value: "DIR",
    help: "Replay the answers recorded in this folder: no requests, no key, no cost.",
  },
  onMiss: {
    type: "choice",
    choices: ["fail", "ask"],
    help: "What to do with a call that --recording cannot answer: fail (default) stops and names what changed; ask calls the model.",
  },
} as const;

/** Printed besides the result. The result's notes already name the replayed recording. */
export function sayRecording(io: Io, { recordings }: Harness, { record, recording }: RecordingOptions): void {
  const live = recordings.askedLive();
  const were = counted(live, "call was", "calls were");
  if (live > 0) io.say(terminalText(`${were} missing from ${recording} and sent to the model.`));
  if (record !== undefined) io.say(terminalText(`Recorded in ${record}.`));
}
