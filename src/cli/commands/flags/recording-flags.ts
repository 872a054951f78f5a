/** Flags for recording and replaying a command's calls, and the messages about it. */
import * as recorded from "../../../api/recorded.ts";
import type { Config } from "../../../config.ts";
import type { Pinned } from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness, Recordings } from "../../../kernel/run/index.ts";
import { terminalText, type Io } from "../../frame/index.ts";

export { contained, plain, portable, recordedPlan, startRecording } from "../../../api/recorded.ts";
export type RecordingFlags = recorded.RecordingOptions;

export const recordFlag = {
  record: {
    type: "string",
    value: "DIR",
    help: "Record every request and answer in this folder, for --recording.",
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
    help: "What to do with a call that --recording cannot answer: fail (default) stops and shows what changed; ask calls the model.",
  },
} as const;

/** Opens the recording and prints its notes. */
export function withRecordings<Given extends Config & { pinned?: Pinned }>(
  config: Given,
  flags: RecordingFlags,
  { command, io }: { command: string; io: Io },
): Given & { recordings: Recordings } {
  const opened = recorded.withRecordings(config, flags, { command });
  for (const note of opened.recordings.notes) io.warn(terminalText(note));
  return opened;
}

/** Printed besides the result. The result's notes already name the replayed recording. */
export function sayRecording(io: Io, { recordings }: Harness, { record, recording }: RecordingFlags): void {
  const live = recordings.askedLive();
  if (live > 0)
    io.say(
      terminalText(
        `${counted(live, "call was", "calls were")} missing from ${recording} and sent to the model.`,
      ),
    );
  if (record !== undefined) io.say(terminalText(`Recorded in ${record}.`));
}
