import { formatVersion, type Note, type RecordingManifest } from "../../contract/index.ts";
import type { Clock } from "../clock/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import type { Tape } from "../models/index.ts";
import { firstDifference, openRecording, type RecordingWriter, writeRecording } from "../recording/index.ts";

/** The recording that the runs of one process replay from, and the one that they record to. */
export type Recordings = ReturnType<typeof openRecordings>;

/** `from`: the folder to replay from. */
export function openRecordings(clock: Clock, from?: string) {
  const played = from === undefined ? undefined : openRecording(from);
  let writer: RecordingWriter | undefined;
  let current: Omit<RecordingManifest, "version" | "made" | "note"> | undefined;

  function missing(call: string, isKnown: boolean): void {
    const difference = current && firstDifference(played!.manifest, current);
    const unexplained = `${isKnown ? "" : "the recording ends earlier, or "}this version sends a different request`;
    throw new HarnessError({
      code: "recording-miss",
      option: "recording",
      message: `${call}: not in the recording: ${difference ?? unexplained}.`,
      remedy: `No request was made. Record again with ${optionText("record")}.`,
    });
  }

  return {
    /** Every answer comes from a recording: no key, price or server is needed. */
    offline: played !== undefined,
    /** Of the replayed recording. */
    manifest: played?.manifest,
    /** Says what the command runs with: a miss names what differs. With `record`, calls are recorded from now on. */
    async start(plan: NonNullable<typeof current>, record?: string): Promise<void> {
      current = plan;
      if (record === undefined) return;
      const made = clock.date().toISOString();
      writer = await writeRecording(record, { version: formatVersion, made, note: "", ...plan }, { clock });
    },
    /** The recording layer of one planned session. */
    tape(session: string): Tape {
      return {
        recorded: (call) => played?.find(session, call),
        missing: (call) => played && missing(call, played.find(session, call) !== undefined),
        keep: (line) => writer?.keep({ ...line, session }),
      };
    },
    /** What a report must say about it: nothing, or one sentence. */
    playedFrom(): Note[] {
      if (!played) return [];
      const { made, rehearse, note } = played.manifest;
      const text =
        `made ${made.slice(0, 10)} with rehearse ${rehearse}; no request was made. ${note}`.trimEnd();
      return [{ code: "recording", text }];
    },
    /** Recorded data survives a power cut once this resolves. */
    sync: async () => writer?.sync(),
    async close(): Promise<void> {
      played?.close();
      await writer?.close();
    },
  };
}
