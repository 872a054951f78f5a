import {
  closeSync,
  fsync,
  linkSync,
  mkdirSync,
  open,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileError, errnoOf } from "./file-error.ts";
import { syncFolder } from "./folders.ts";
import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { withoutSecrets } from "../secrets/index.ts";
import { readStored } from "./read-file.ts";
import { isRunning, processStart } from "./running-process.ts";

/**
 * A file that exists is whole: readers see the old content or the new, even after a kill or a power cut. A symbolic
 * link at `path` is replaced, not followed.
 */
export async function writeFileSafely(path: string, data: FileData): Promise<void> {
  try {
    const temporary = await writeTemporaryFile(dirname(path), data);
    try {
      renameSync(temporary, path);
    } catch (error) {
      discard(temporary);
      throw error;
    }
    await syncFolder(dirname(path));
  } catch (error) {
    throw fileError(error, { doing: "write", path });
  }
}

/**
 * For files that must never be overwritten: takes the first free name of `stem.ext`, `stem_2.ext`, `stem_3.ext`, …,
 * also against concurrent writers, and returns the path. The file appears whole or not at all.
 */
export async function writeNewFile({
  dir,
  stem,
  extension,
  data,
}: {
  dir: string;
  stem: string;
  extension: string;
  data: FileData;
}): Promise<string> {
  try {
    const temporary = await writeTemporaryFile(dir, data);
    try {
      for (let number = 1; ; number += 1) {
        const name = number === 1 ? stem : `${stem}_${number}`;
        const path = join(dir, `${name}.${extension}`);
        if (!take(temporary, path)) continue;
        await syncFolder(dir);
        return path;
      }
    } finally {
      discard(temporary);
    }
  } catch (error) {
    throw fileError(error, { doing: "write into", path: dir });
  }
}

/** For what can be had again: nothing waits for the disk, and a failure is as if nothing had been kept. */
export function writeCached(path: string, value: unknown): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const temporary = join(dirname(path), temporaryName());
    writeFileSync(temporary, withoutSecrets(JSON.stringify(value)));
    renameSync(temporary, path);
  } catch {
    // A full disk: the value still goes to its caller.
  }
}

/** Undefined: it was not kept, or not whole. */
export function readCached(path: string): unknown {
  try {
    return JSON.parse(readStored(path)) as unknown;
  } catch {
    return undefined;
  }
}

/** Linking to a taken name fails; a rename would overwrite. */
function take(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Why: a file that must appear whole is first written under a hidden name. The name identifies the writer, so that
 * leftovers of a killed process can be distinguished from files in progress.
 */
const namePattern = /^\.tmp-(?<pid>\d{1,10})-(?<start>[0-9a-f]{8})-\d+$/;

let written = 0;
export const temporaryName = (): string => `.tmp-${process.pid}-${ownFingerprint()}-${++written}`;

const flush = promisify(fsync);
const openFile = promisify(open);

/** In pieces if the whole would be large: each is written before the next is made. */
type FileData = string | Uint8Array | Iterable<string>;

/**
 * Writes a new hidden file in `dir`, whole and on disk, and returns its path. Leaves nothing if it fails. Creating a
 * name may wait for the disk, like a sync, so both run on another thread. Passing bytes to the system is faster than a
 * thread switch.
 */
async function writeTemporaryFile(dir: string, data: FileData): Promise<string> {
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

/** A file that cannot be deleted either is found by `removeLeftovers`; the first error is reported. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Deletes the temporary files and folders of writers that have ended, and returns their names. */
export async function removeLeftovers(dir: string): Promise<string[]> {
  try {
    const left = (await readdir(dir)).filter(isLeftover);
    await Promise.all(left.map((name) => rm(join(dir, name), { recursive: true, force: true })));
    return left;
  } catch (error) {
    throw fileError(error, { doing: "clean up", path: dir });
  }
}

async function create(dir: string): Promise<{ path: string; fd: number }> {
  for (;;) {
    const path = join(dir, temporaryName());
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
    if (took === 0) throw new Error(`the disk accepted ${at + done} of ${at + data.length} bytes`);
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
