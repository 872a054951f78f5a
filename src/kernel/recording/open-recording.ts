import { join } from "node:path";
import {
  recordedCall,
  recordedPart,
  recordingHeader,
  type RecordedCall,
  type RecordedPart,
  type RecordingManifest,
  recordingManifest,
} from "../../contract/index.ts";
import { counted } from "../report/index.ts";
import {
  openLineReader,
  readLineLog,
  readStoredJson,
  requireFormat,
  exists,
  fileInfo,
} from "../store/index.ts";
import { differences, type Json, type Request } from "./request-parts.ts";
import { HarnessError } from "../errors/index.ts";

/** A recording to replay. It may come from anyone: nothing in it is trusted, and nothing is ever written to it. */
export type Recording = {
  readonly dir: string;
  readonly manifest: RecordingManifest;
  /** What users should know before it is replayed. */
  readonly notes: readonly string[];
  find(session: string, call: string): RecordedCall | undefined;
  explain(asked: { session: string; call: string; request: Request }): string;
  close(): void;
};

/** Where the calls of each session are in the file: all that is kept in memory. */
export type CallIndex = Map<string, Map<string, number>>;

/** The maximum number of differences listed. */
const TOLD = 3;

export function openRecording(dir: string): Recording {
  const manifest = readManifest(dir);
  const path = join(dir, CALLS_FILE);
  if (!exists(path))
    throw recordingError(
      "bad-recording",
      `${dir} is not complete: ${CALLS_FILE} is missing.`,
      "Restore it from a copy, or record again.",
    );
  const index: CallIndex = new Map();
  const file = openLineReader(path, indexLine(path, index));
  const { tornBytes } = file;
  const notes =
    tornBytes > 0
      ? [`The last line of ${path} is cut off (${counted(tornBytes, "byte")}): the recording ends before it.`]
      : [];
  let parts: Map<string, number> | undefined;

  const find = (session: string, call: string): RecordedCall | undefined => {
    const offset = index.get(session)?.get(call);
    if (offset === undefined) return undefined;
    const { data } = recordedCall.safeParse(file.read(offset));
    if (!data) throw badRecording(path, `the line of ${call} at byte ${offset} cannot be read`);
    return data;
  };
  /** Loaded only to explain a change; positions of parts are not needed before. */
  const part = (hash: string): RecordedPart | undefined => {
    parts ??= partsIn(path);
    const offset = parts.get(hash);
    return offset === undefined ? undefined : recordedPart.safeParse(file.read(offset)).data;
  };

  return {
    dir,
    manifest,
    notes,
    find,
    explain({ session, call, request }) {
      const recorded = find(session, call);
      if (!recorded) return absent(session, call);
      const all = differences(request, { short: recorded.request as Record<string, Json>, part });
      if (all.length === 0) return "the request differs from the recording";
      const more = all.length - TOLD;
      return `${all.slice(0, TOLD).join("; ")}${more > 0 ? `; and ${counted(more, "more difference")}` : ""}`;
    },
    close: () => file.close(),
  };

  function absent(session: string, call: string): string {
    const calls = index.get(session);
    if (calls) return `the recording has no call ${call}${tornBytes > 0 ? "; its last line is cut off" : ""}`;
    const known = [...index.keys()];
    const shown = `${known.slice(0, 5).join(", ")}${known.length > 5 ? ", …" : ""}`;
    return `the recording has no session ${session}${known.length === 0 ? "; it is empty" : `; it has ${shown}`}`;
  }
}

/** Reads the lines of a recording in order. The first one gives the format of the others. */
export function indexLine(
  path: string,
  index: CallIndex,
  onPart: (hash: string) => void = () => {},
): (line: { value: Record<string, unknown>; offset: number }) => void {
  let header = false;
  return ({ value, offset }) => {
    if (!header) {
      requireFormat(value, path);
      if (!recordingHeader.safeParse(value).success)
        throw badRecording(path, "it does not start like a recording");
      header = true;
      return;
    }
    const { type, session, call, hash } = value;
    if (type === "begin" && typeof session === "string") index.set(session, new Map());
    else if (type === "call" && typeof session === "string" && typeof call === "string") {
      const calls = index.get(session) ?? new Map<string, number>();
      index.set(session, calls.set(call, offset));
    } else if (typeof hash === "string") onPart(hash);
  };
}

function partsIn(path: string): Map<string, number> {
  const parts = new Map<string, number>();
  readLineLog(path, ({ value, offset }) => {
    if (typeof value.hash === "string" && value.type !== "call") parts.set(value.hash, offset);
  });
  return parts;
}

export const MANIFEST_FILE = "recording.json";
export const CALLS_FILE = "recording.jsonl";

/** Undefined: the folder has none. */
export function manifestIn(dir: string): RecordingManifest | undefined {
  const path = join(dir, MANIFEST_FILE);
  if (!exists(path)) return undefined;
  return readStoredJson(path, recordingManifest, (problem) => badRecording(path, problem));
}

export function readManifest(dir: string): RecordingManifest {
  const found = fileInfo(dir);
  const remedy = "Name a folder written by --record.";
  if (!found) throw recordingError("no-recording", `folder not found: ${dir}`, remedy);
  if (found.kind !== "folder")
    throw recordingError("no-recording", `${dir} is a file, not a recording.`, remedy);
  const manifest = manifestIn(dir);
  if (!manifest)
    throw recordingError("no-recording", `${dir} is not a recording: it has no ${MANIFEST_FILE}.`, remedy);
  return manifest;
}

export const recordingError = (
  code: "no-recording" | "bad-recording" | "other-recording",
  message: string,
  remedy: string,
): HarnessError => new HarnessError({ code, message, remedy });

const badRecording = (path: string, what: string): HarnessError =>
  recordingError(
    "bad-recording",
    `${path} is unreadable: ${what}.`,
    "Restore it from a copy, or record again in another folder. The file was not changed.",
  );

/** The recording has no answer to the current request. */
export class RecordingMissError extends HarnessError {
  constructor({ call, why, dir }: { call: string; why: string; dir: string }) {
    super({
      code: "recording-miss",
      message: `${call}: ${why}.`,
      remedy: `No request was made. The recording was made with another prompt, guide or version of rehearse. Record again with --record, or add --on-miss ask to call the model for answers missing from ${dir}.`,
    });
  }
}
