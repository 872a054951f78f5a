import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { recordingManifest, recordingVersion, type RecordingManifest } from "../../contract/index.ts";
import { readJson, refuseNewer } from "../store/index.ts";
import { damagedRecording, recordingError } from "./recording-error.ts";

export const MANIFEST_FILE = "recording.json";
export const CALLS_FILE = "recording.jsonl";

/** Undefined: the folder has none. */
export function manifestIn(dir: string): RecordingManifest | undefined {
  const path = join(dir, MANIFEST_FILE);
  if (!existsSync(path)) return undefined;
  const value = readJson(path, (problem) => damagedRecording(path, problem));
  refuseNewer(value, path, recordingVersion);
  const { data, error } = recordingManifest.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw damagedRecording(path, `${issue!.path.join(".") || "the file"}: ${issue!.message}`);
}

export function readManifest(dir: string): RecordingManifest {
  const found = statSync(dir, { throwIfNoEntry: false });
  const remedy = "Name a folder that --record has written.";
  if (!found) throw recordingError("no-recording", `There is no folder ${dir}.`, remedy);
  if (!found.isDirectory())
    throw recordingError("no-recording", `${dir} is a file, not a recording.`, remedy);
  const manifest = manifestIn(dir);
  if (!manifest)
    throw recordingError("no-recording", `${dir} is not a recording: it has no ${MANIFEST_FILE}.`, remedy);
  return manifest;
}
