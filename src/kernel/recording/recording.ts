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
import { shorten } from "../report/index.ts";

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
    message: `${dir} is not a recording: ${store.exists(dir) ? `it has no ${MANIFEST_FILE}` : "it does not exist"}.`,
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

type Inputs = Pick<RecordingManifest, "command" | "inputs" | "settings">;
type Facts = Record<string, unknown>;

/** The first input that differs, in the order in which the command lists them. Undefined: none does. */
export function firstDifference(recorded: Inputs, now: Inputs): string | undefined {
  const [before, after] = [allOf(recorded), allOf(now)];
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  const name = Object.keys({ ...after, ...before }).find((each) => !isSame(each));
  if (name === undefined) return undefined;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const [one, other] = [shown(before[name]), shown(after[name])];
  const how = one === other ? `both are ${one}, with different content` : `recorded ${one}, now ${other}`;
  return `the ${words} ${name.endsWith("s") ? "differ" : "differs"} (${how})`;
}

const allOf = ({ command, inputs, settings }: Inputs): Facts => ({ command, ...inputs, ...settings });

const shown = (value: unknown): string =>
  value === undefined ? "none" : shorten(JSON.stringify(nameOf(value)), 60);

/** Content is shown by its name. */
function nameOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nameOf);
  const { name, label, id } = Object(value) as Facts;
  return name ?? label ?? id ?? value;
}
