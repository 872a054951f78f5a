import { resolve } from "node:path";
import { formatVersion, type Note, type RecordingManifest } from "../../contract/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Tape } from "../models/index.ts";
import {
  openRecording,
  readManifest,
  writeRecording,
  type Recording,
  type RecordingWriter,
} from "../recording/index.ts";

/** Recordings that the runs of one process replay from and record to. */
export type Recordings = {
  /** Every answer comes from a recording: no key, price or server is needed. */
  readonly offline: boolean;
  /** Of the replayed recording. */
  readonly manifest: RecordingManifest | undefined;
  /** What users should know about it. */
  readonly notes: readonly string[];
  /** Records all runs that are opened from now on. */
  record(dir: string, plan: RecordingPlan): Promise<void>;
  /** The same for a recording of an interrupted run; `fits` throws if it belongs to another. */
  continueRecording(dir: string, fits: (manifest: RecordingManifest) => void): Promise<void>;
  /** The recording layer of one planned session. `fresh`: it starts from its beginning. */
  tape(session: string, options: { fresh: boolean }): Tape | undefined;
  /** What a report must say about it: nothing, or one sentence. */
  playedFrom(): Note[];
  /** The number of answers that were recorded for another request of the same call id. */
  changed(): number;
  /** The number of calls that the recording could not answer and a model did. */
  askedLive(): number;
  /** Recorded data survives a power cut once this resolves. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

export type RecordingsOptions = {
  /** The folder of a recording to replay. */
  recording?: string;
  /** What to do with a call that it cannot answer. */
  onMiss?: "fail" | "ask";
  /** What must match for an answer to be replayed: the whole request, or the call id alone. */
  match?: "request" | "call";
  clock: Clock;
};

/** What a recording says about itself, besides its date. */
type RecordingPlan = Omit<RecordingManifest, "version" | "made" | "note">;

export function openRecordings({
  recording: from,
  onMiss = "fail",
  match = "request",
  clock,
}: RecordingsOptions): Recordings {
  const played: Recording | undefined = from === undefined ? undefined : openRecording(from);
  let writer: RecordingWriter | undefined;
  let asked = 0;
  let changed = 0;
  const isPlayed = () =>
    played !== undefined && writer !== undefined && resolve(writer.dir) === resolve(played.dir);

  return {
    offline: played !== undefined && onMiss === "fail",
    manifest: played?.manifest,
    notes: played?.notes ?? [],
    async record(dir, { rehearse, command, plan, sessions, models, providers, findings }) {
      writer = await writeRecording(
        dir,
        {
          version: formatVersion,
          rehearse,
          made: clock.date().toISOString(),
          command,
          note: "",
          plan,
          sessions,
          models,
          providers,
          ...(findings && { findings }),
        },
        { clock },
      );
    },
    async continueRecording(dir, fits) {
      const manifest = readManifest(dir);
      fits(manifest);
      writer = await writeRecording(dir, manifest, { clock });
    },
    tape(session, { fresh }) {
      if (!played && !writer) return undefined;
      const to = writer;
      if (to && fresh && !isPlayed()) to.begin(session);
      return {
        ...(played && {
          play: {
            dir: played.dir,
            match,
            find: (call: string) => played.find(session, call),
            onChanged: () => void changed++,
            explain: (call, request) => played.explain({ session, call, request }),
            mayAsk() {
              if (onMiss === "fail") return false;
              asked++;
              return true;
            },
          } satisfies Tape["play"],
        }),
        ...(to && {
          record: {
            isPlayed: isPlayed(),
            has: (call: string) => to.has(session, call),
            keep: (line, request) => to.keep({ session, ...line }, request.parts.values()),
          } satisfies Tape["record"],
        }),
      };
    },
    playedFrom() {
      if (!played) return [];
      const { made, rehearse, note } = played.manifest;
      return [
        {
          code: "recording",
          text: `made ${made.slice(0, 10)} with rehearse ${rehearse}; ${onMiss === "fail" ? "no request was made." : "only missing calls were sent to models."}${note === "" ? "" : ` ${note}`}`,
        },
      ];
    },
    changed: () => changed,
    askedLive: () => asked,
    sync: async () => writer?.sync(),
    async close() {
      played?.close();
      await writer?.close();
    },
  };
}
