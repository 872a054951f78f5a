import { rm, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Clock } from "../clock/index.ts";
import { HarnessError } from "../errors/index.ts";
import { errnoOf, fileError } from "./file-error.ts";
import { linkIn } from "./stored-files.ts";
import { linkIfFree, writeTemporaryFile } from "./write-file.ts";
import {
  isHeld,
  newLockRecord,
  readLock,
  type FoundLock,
  type LockRecord,
  takeOverLock,
} from "./lock-record.ts";

/**
 * Why: two runs writing the same session would corrupt it. A folder has one writer at a time, and a dead one does not
 * block.
 */
export type FolderLock = {
  path: string;
  /** The lock that was taken over, and why that was safe. Pid and time are unknown if the lock file was damaged. */
  recovered?: { pid: number | undefined; since: string | undefined; why: string };
  release(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const attempts = 50;

/**
 * Released locks with files that stay behind, because their folder was moved or became read-only. The writer has
 * already failed and reported that; the lock must not hide it. Another process takes over such a lock when this one has
 * ended.
 */
const givenUp = new Set<string>();
const noLongerWritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "ENOENT"]);

/**
 * Throws "folder-locked" if another process, or this one, holds the lock, and "link-in-folder" if the folder contains a
 * link.
 */
export async function lockFolder(dir: string, { clock }: { clock: Clock }): Promise<FolderLock> {
  const path = join(dir, ".lock");
  try {
    refuseLinks(dir);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const lock = await tryLock({ dir, path, clock });
      if (lock) return lock;
    }
  } catch (error) {
    throw fileError(error, { doing: "lock", path: dir });
  }
  throw new HarnessError({
    code: "folder-locked",
    message: `Cannot lock ${dir}: other processes locked it ${attempts} times.`,
    remedy: "Try again when they have finished.",
  });
}

/** We create no links. One in a folder from someone else would redirect our writes. */
function refuseLinks(dir: string): void {
  const link = linkIn(dir);
  if (link !== undefined)
    throw new HarnessError({
      code: "link-in-folder",
      message: `${join(dir, link)} is a symbolic link. Nothing is written to a folder with links in it.`,
      remedy: "Replace the link with the file it points to, or work on a copy without links.",
    });
}

/** Undefined: the lock was released or taken meanwhile; worth another look. */
async function tryLock({
  dir,
  path,
  clock,
}: {
  dir: string;
  path: string;
  clock: Clock;
}): Promise<FolderLock | undefined> {
  const record = newLockRecord(clock);
  // Written in full before it gets the lock's name, so that no process reads half a lock.
  const own = await writeTemporaryFile(dir, `${JSON.stringify(record)}\n`);
  let moved = false;
  try {
    if (await linkIfFree(own, path)) return folderLock({ path, record });
    const found = await readLock(path);
    if (!found) return undefined;
    if (isHeld(found) && !givenUp.has(found.token)) throw locked(dir, found);
    const taken = await takeOverLock({ stale: found, own });
    moved = taken.won;
    if (taken.won) return folderLock({ path, record, recovered: recoveredFrom(found) });
    if (taken.heldBy) throw locked(dir, taken.heldBy);
    return undefined;
  } finally {
    // If this fails, the file is an ordinary leftover: no reason to fail while holding the lock.
    if (!moved) await rm(own, { force: true }).catch(() => {});
  }
}

function folderLock({
  path,
  record,
  recovered,
}: {
  path: string;
  record: LockRecord;
  recovered?: FolderLock["recovered"];
}): FolderLock {
  let released: Promise<void> | undefined;
  const letGo = async () => {
    try {
      // A lock that was deleted by hand may now belong to another.
      if ((await readLock(path))?.token === record.token) await unlink(path);
      else givenUp.add(record.token);
    } catch (error) {
      if (!noLongerWritable.has(errnoOf(error) ?? "")) throw fileError(error, { doing: "unlock", path });
      givenUp.add(record.token);
    }
  };
  const release = () => (released ??= letGo());
  return { path, ...(recovered && { recovered }), release, [Symbol.asyncDispose]: release };
}

function recoveredFrom({ record }: FoundLock): FolderLock["recovered"] {
  if (!record)
    return {
      pid: undefined,
      since: undefined,
      why: "the lock file was damaged: no process writes one like that",
    };
  const { pid, since, token } = record;
  if (givenUp.has(token))
    return { pid, since, why: `this process has held it since ${since} and could not remove it` };
  return { pid, since, why: `process ${pid}, which held it since ${since}, ended without releasing it` };
}

function locked(dir: string, { path, record }: FoundLock): HarnessError {
  const refusal = (message: string, remedy: string) =>
    new HarnessError({ code: "folder-locked", message, remedy });
  if (!record)
    return refusal(
      `${dir} is locked by a newer version of this program.`,
      `Use that version, or delete ${path} when nothing uses the folder.`,
    );
  const { pid, host, since } = record;
  if (host !== hostname()) {
    return refusal(
      `${dir} is in use by process ${pid} on ${host} since ${since}.`,
      `Wait for it. If ${host} no longer exists, delete ${path}.`,
    );
  }
  if (pid === process.pid)
    return refusal(
      `${dir} is already in use by this process (${pid}) since ${since}.`,
      "Release the first lock before taking another.",
    );
  return refusal(
    `${dir} is in use by process ${pid} since ${since}.`,
    `Wait until it ends, or stop it (kill ${pid}), then try again.`,
  );
}

/** Whether a process is working in a folder now. A lock left by a killed process does not count. */
export async function isInUse(dir: string): Promise<boolean> {
  const lock = await readLock(join(dir, ".lock"));
  return lock !== undefined && isHeld(lock);
}
