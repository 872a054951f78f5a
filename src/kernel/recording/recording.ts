/**
 * A recording is a folder: `recording.json` has the inputs of a command, `calls.jsonl` the outcome of each model call.
 * It may come from anyone: nothing in it is trusted.
 */
import { join } from "node:path";
import {
  formatVersion,
  recordedCall,
  type RecordedCall,
  type RecordingManifest,
  recordingManifest,
} from "../../contract/index.ts";
import type { Clock } from "../clock/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import { valueWithoutSecrets } from "../secrets/index.ts";
import * as store from "../store/index.ts";
import { firstDifference } from "./first-difference.ts";

const MANIFEST_FILE = "recording.json";
const CALLS_FILE = "calls.jsonl";
/** The `type` of its first line: a journal has the same file name. */
const HEADER = "recording";

/** To replay. Nothing is written to it. */
export function openRecording(dir: string) {
  const manifest = readManifest(dir);
  const path = join(dir, CALLS_FILE);
  if (!store.exists(path)) throw badRecording(dir, `${CALLS_FILE} is missing`);
  const index = callIndex(path);
  const { read, close } = store.openLineReader(path, index.add);
  return { manifest, find: index.finder(read), close };
}

/** Opens a new recording, or continues that of an interrupted run with the same inputs. */
export async function writeRecording(dir: string, manifest: RecordingManifest, { clock }: { clock: Clock }) {
  store.makeFolder(dir);
  const lock = await store.lockFolder(dir, { clock });
  try {
    await store.removeLeftovers(dir);
    const isThere = store.exists(join(dir, MANIFEST_FILE));
    if (isThere) requireSameInputs(dir, manifest);
    const path = join(dir, CALLS_FILE);
    const index = callIndex(path);
    const { log } = store.openLineLog(path, { onLine: index.add });
    if (log.size() === 0) log.append({ type: HEADER, version: formatVersion });
    const text = `${JSON.stringify(valueWithoutSecrets(manifest), null, 2)}\n`;
    if (!isThere) await store.writeFileSafely(join(dir, MANIFEST_FILE), text);
    const find = index.finder(log.read);
    return {
      /** The call is safe from a kill when this returns. An outcome that is there already is not written again. */
      keep(line: RecordedCall): void {
        const kept = find(line.session, line.call);
        if (!kept || outcomeOf(kept) !== outcomeOf(line))
          index.add({ value: line, offset: log.append(line) });
      },
      sync: () => log.sync(),
      close: () => log.close().finally(() => lock.release()),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
export type RecordingWriter = Awaited<ReturnType<typeof writeRecording>>;

const outcomeOf = ({ hash, answer, failure }: RecordedCall) => JSON.stringify([hash, answer, failure]);

/** Where each call is in the file; the last line of a call counts. Its content is read when it is needed. */
function callIndex(path: string) {
  const offsets = new Map<string, number>();
  const keyOf = (session: unknown, call: unknown) => JSON.stringify([session, call]);
  return {
    add({ value, offset }: { value: Record<string, unknown>; offset: number }): void {
      if (offset === 0) store.requireFormat(value, path);
      if (offset === 0 && value["type"] !== HEADER)
        throw badRecording(path, "it does not start like a recording");
      offsets.set(keyOf(value["session"], value["call"]), offset);
    },
    finder:
      (read: (offset: number) => unknown) =>
      (session: string, call: string): RecordedCall | undefined => {
        const offset = offsets.get(keyOf(session, call));
        if (offset === undefined) return undefined;
        const { data } = recordedCall.safeParse(read(offset));
        if (data) return data;
        throw badRecording(path, `the line of ${call} at byte ${offset} cannot be read`);
      },
  };
}

export function readManifest(dir: string): RecordingManifest {
  const path = join(dir, MANIFEST_FILE);
  if (store.exists(path))
    return store.readStoredJson(path, recordingManifest, (problem) => badRecording(path, problem));
  throw new HarnessError({
    code: "bad-recording",
    option: "recording",
    message: `${dir} is not a recording: it has no ${MANIFEST_FILE}.`,
    remedy: `Name a folder written by ${optionText("record")}.`,
  });
}

function requireSameInputs(dir: string, now: RecordingManifest): void {
  const difference = firstDifference(readManifest(dir), now);
  if (difference === undefined) return;
  const message = `${dir} holds another recording: ${difference}.`;
  throw new HarnessError({
    code: "bad-recording",
    option: "record",
    message,
    remedy: "Record into a new folder.",
  });
}

export const badRecording = (path: string, what: string): HarnessError =>
  new HarnessError({
    code: "bad-recording",
    message: `${path} is unreadable: ${what}.`,
    remedy: "Restore it from a copy, or record again in another folder.",
  });
