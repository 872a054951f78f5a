import { resolve } from "node:path";
import type { RecordedSession, RecordingManifest } from "../../contract/index.ts";
import { recordingVersion } from "../../contract/index.ts";
import type { Clock } from "../clock/index.ts";
import type { ResolvedModel, Tape } from "../models/index.ts";
import { openRecording, writeRecording, type Recording, type RecordingWriter } from "../recording/index.ts";

/** What the runs of one process are played from and recorded to. */
export type Recordings = {
  /** Every answer comes from a recording: no key, price or server is needed. */
  readonly offline: boolean;
  /** Of what is played. */
  readonly manifest: RecordingManifest | undefined;
  /** What people should know of it. */
  readonly notes: readonly string[];
  /** Records all runs that are opened from now on. */
  record(dir: string, plan: RecordingPlan): Promise<void>;
  /** What the calls of one planned session go through. `fresh`: it starts from its beginning. */
  tape(session: string, options: { fresh: boolean }): Tape | undefined;
  /** How many calls the recording could not answer and were asked. */
  askedLive(): number;
  /** What was recorded survives a power cut when it resolves. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

export type RecordingsOptions = {
  /** The folder of a recording to play. */
  recording?: string;
  /** What to do with a call that it cannot answer. */
  onMiss?: "fail" | "ask";
  /** What must agree for an answer to be played: the whole request, or the call id alone. */
  match?: "request" | "call";
  clock: Clock;
};

/** What a recording says about itself, beside its date. */
export type RecordingPlan = Pick<RecordingManifest, "command" | "plan" | "rehearse" | "providers"> & {
  sessions: Readonly<Record<string, RecordedSession>>;
  models: readonly ResolvedModel[];
};

export function openRecordings({
  recording: from,
  onMiss = "fail",
  match = "request",
  clock,
}: RecordingsOptions): Recordings {
  const played: Recording | undefined = from === undefined ? undefined : openRecording(from);
  let writer: RecordingWriter | undefined;
  let asked = 0;
  const isPlayed = () =>
    played !== undefined && writer !== undefined && resolve(writer.dir) === resolve(played.dir);

  return {
    offline: played !== undefined && onMiss === "fail",
    manifest: played?.manifest,
    notes: played?.notes ?? [],
    async record(dir, { sessions, models, ...plan }) {
      writer = await writeRecording(
        dir,
        {
          version: recordingVersion,
          rehearse: plan.rehearse,
          made: clock.date().toISOString(),
          command: plan.command,
          note: "",
          plan: plan.plan,
          sessions,
          models: Object.fromEntries(models.map(({ name, label: _label, ...entry }) => [name, entry])),
          providers: plan.providers,
        },
        { clock },
      );
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
    askedLive: () => asked,
    sync: async () => writer?.sync(),
    async close() {
      played?.close();
      await writer?.close();
    },
  };
}
