import { join } from "node:path";
import {
  formatVersion,
  type RecordedCall,
  type RecordedPart,
  type RecordingManifest,
} from "../../contract/index.ts";
import type { Clock } from "../clock/index.ts";
import {
  lockFolder,
  makeFolder,
  openLineLog,
  removeLeftovers,
  writeFileSafely,
  namesIn,
} from "../store/index.ts";
import {
  indexLine,
  type CallIndex,
  CALLS_FILE,
  MANIFEST_FILE,
  manifestIn,
  recordingError,
} from "./open-recording.ts";

/** A recording that grows. A line is safe from a kill when the method that wrote it returns. */
export type RecordingWriter = {
  readonly dir: string;
  /** A session starts from its beginning: its earlier records no longer count. */
  begin(session: string): void;
  has(session: string, call: string): boolean;
  keep(call: Omit<RecordedCall, "type">, parts: Iterable<RecordedPart>): void;
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a new recording, or continues that of an interrupted run of the same plan. */
export async function writeRecording(
  dir: string,
  manifest: RecordingManifest,
  { clock }: { clock: Clock },
): Promise<RecordingWriter> {
  makeFolder(dir);
  const lock = await lockFolder(dir, { clock });
  try {
    await removeLeftovers(dir);
    const path = join(dir, CALLS_FILE);
    const found = manifestIn(dir);
    if (found) requireSamePlan(dir, found, manifest);
    else {
      requireEmpty(dir);
      await writeFileSafely(join(dir, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    }
    const index: CallIndex = new Map();
    const known = new Set<string>();
    const { log } = openLineLog(path, { onLine: indexLine(path, index, (hash) => known.add(hash)) });
    if (log.size() === 0) log.append({ type: "recording", version: formatVersion });

    return {
      dir,
      begin(session) {
        // A session without records needs no mark.
        if ((index.get(session)?.size ?? 0) > 0) log.append({ type: "begin", session });
        index.set(session, new Map());
      },
      has: (session, call) => index.get(session)?.has(call) ?? false,
      keep(call, parts) {
        const fresh = [...parts].filter(({ hash }) => !known.has(hash));
        // One write: no call is stored without its parts.
        const offset = log.append(...fresh, { type: "call", ...call });
        for (const { hash } of fresh) known.add(hash);
        const calls = index.get(call.session) ?? new Map<string, number>();
        index.set(call.session, calls.set(call.call, offset));
      },
      sync: () => log.sync(),
      async close() {
        try {
          await log.close();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Continuing a recording keeps its plan, date, version and note. */
function requireSamePlan(dir: string, found: RecordingManifest, wanted: RecordingManifest): void {
  const refuse = (what: string) =>
    recordingError(
      "other-recording",
      `${dir} holds another recording: ${what}.`,
      "Record into a new folder, or delete this one first. Nothing was changed.",
    );
  if (found.command !== wanted.command)
    throw refuse(`it was made by \`rehearse ${found.command}\`, not by \`rehearse ${wanted.command}\``);
  const before = flat({ plan: found.plan, sessions: found.sessions });
  const now = flat({ plan: wanted.plan, sessions: wanted.sessions });
  const key = [...new Set([...before.keys(), ...now.keys()])].find((key) => before.get(key) !== now.get(key));
  if (key !== undefined)
    throw refuse(
      `${key} is ${before.get(key) ?? "not set"} in the recording and ${now.get(key) ?? "not set"} now`,
    );
}

/** `sessions.session.seed` → `7`. */
function flat(value: unknown, path = "", into = new Map<string, string>()): Map<string, string> {
  if (typeof value === "object" && value !== null)
    for (const [key, field] of Object.entries(value)) flat(field, path === "" ? key : `${path}.${key}`, into);
  else if (value !== undefined) into.set(path, JSON.stringify(value));
  return into;
}

function requireEmpty(dir: string): void {
  const other = namesIn(dir).find((name) => !name.startsWith("."));
  if (other === undefined) return;
  throw recordingError(
    "other-recording",
    `${dir} holds other files, such as ${other}, and no recording.`,
    "Record into a new or empty folder. Nothing was changed.",
  );
}
