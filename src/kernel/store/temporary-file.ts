import { createHash } from "node:crypto";
import { closeSync, fsync, open, rmSync, writeSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { withoutSecrets } from "../secrets/index.ts";
import { errnoOf, fileError } from "./file-error.ts";
import { isRunning, processStart } from "./running-process.ts";

/**
 * Why: whatever must appear whole is first written under a name nobody looks at. The name tells who is writing, so that
 * what a killed process left can be told from what a running one is busy with.
 */
const namePattern = /^\.tmp-(?<pid>\d{1,10})-(?<start>[0-9a-f]{8})-\d+$/;

let written = 0;

const flush = promisify(fsync);
const openFile = promisify(open);

/** In pieces where the whole would be large: each is handed to the system before the next is made. */
export type FileData = string | Uint8Array | Iterable<string>;

/**
 * Writes a new hidden file in `dir`, whole and on disk, and gives its path. Leaves nothing when it fails.
 * A new name may have to wait for the disk, as the trip there does: on another thread. Handing bytes to the system
 * takes less time than a thread to do it on.
 */
export async function writeTemporaryFile(dir: string, data: FileData): Promise<string> {
  const { path, fd } = await create(dir);
  try {
    try {
      let at = 0;
      for (const piece of piecesOf(data)) at += writeWhole(fd, piece, at);
      await flush(fd);
    } finally {
      closeSync(fd);
    }
    return path;
  } catch (error) {
    discard(path);
    throw error;
  }
}

/** What cannot be deleted either is found by `removeLeftovers`; the first error is the one to tell. */
export function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Deletes the temporary files of writers that are no more, and gives their names. */
export async function removeLeftovers(dir: string): Promise<string[]> {
  try {
    const left = (await readdir(dir)).filter(isLeftover);
    await Promise.all(left.map((name) => rm(join(dir, name), { force: true })));
    return left;
  } catch (error) {
    throw fileError(error, { doing: "clean up", path: dir });
  }
}

async function create(dir: string): Promise<{ path: string; fd: number }> {
  for (;;) {
    const path = join(dir, `.tmp-${process.pid}-${ownFingerprint()}-${++written}`);
    try {
      return { path, fd: await openFile(path, "wx") };
    } catch (error) {
      // Another thread of this process counts on its own: take the next number.
      if (errnoOf(error) !== "EEXIST") throw error;
    }
  }
}

/** Every file of ours passes here: the last place where a key can be taken out. */
function* piecesOf(data: FileData): Generator<Uint8Array> {
  if (typeof data === "string") yield Buffer.from(withoutSecrets(data));
  else if (data instanceof Uint8Array) yield data;
  else for (const piece of data) yield Buffer.from(withoutSecrets(piece));
}

function writeWhole(fd: number, data: Uint8Array, at: number): number {
  for (let done = 0; done < data.length;) {
    const took = writeSync(fd, data, done, data.length - done, at + done);
    if (took === 0) throw new Error(`the disk took ${at + done} of ${at + data.length} bytes`);
    done += took;
  }
  return data.length;
}

function isLeftover(name: string): boolean {
  const parts = namePattern.exec(name)?.groups;
  if (!parts) return false;
  const pid = Number(parts["pid"]);
  return !isRunning({ pid, start: undefined }) || fingerprint(processStart(pid)) !== parts["start"];
}

const fingerprint = (start: string | undefined) =>
  createHash("sha256")
    .update(start ?? "")
    .digest("hex")
    .slice(0, 8);

let own: string | undefined;
/** A process starts once. */
const ownFingerprint = (): string => (own ??= fingerprint(processStart(process.pid)));
