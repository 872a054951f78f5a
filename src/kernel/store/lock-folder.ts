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

/** Why: two runs writing the same session would tear it apart; a folder has one writer at a time, and a dead one is no obstacle. */
export type FolderLock = {
  path: string;
  /** Whose lock was taken over, and why that was right. Pid and time are unknown where the lock file was damaged. */
  recovered?: { pid: number | undefined; since: string | undefined; why: string };
  release(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const attempts = 50;

/**
 * Released locks whose files stay behind, because their folder was moved or takes no changes any more. Whoever wrote there has failed and said
 * so; the lock must not hide that. Another process takes such a lock over when this one has ended.
 */
const givenUp = new Set<string>();
const noLongerWritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "ENOENT"]);

/** Throws "folder-locked" where another process, or this one, holds the lock, and "link-in-folder" where something in it is a link. */
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

/** We make no links. One in a folder that somebody sent would have us write wherever it leads. */
function refuseLinks(dir: string): void {
  const link = linkIn(dir);
  if (link !== undefined)
    throw new HarnessError({
      code: "link-in-folder",
      message: `${join(dir, link)} is a symbolic link. Nothing is written to a folder with links in it.`,
      remedy: "Replace the link with the file it points to, or work on a copy without links.",
    });
}

/** Undefined: somebody let go or was faster in the meantime; another look is worth it. */
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
  // Written in full before it gets the lock's name: nobody ever reads half a lock.
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
    // Should this fail, the file is a leftover like any other: no reason to fail with a lock in hand.
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
      // A lock that somebody deleted by hand may be another's by now.
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
      why: "the lock file was damaged: no process leaves one like that",
    };
  const { pid, since, token } = record;
  if (givenUp.has(token))
    return { pid, since, why: `this process has held it since ${since} and could not remove it` };
  return { pid, since, why: `process ${pid}, which held it since ${since}, ended without letting go` };
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
      `Wait for it. If ${host} is gone for good, delete ${path}.`,
    );
  }
  if (pid === process.pid)
    return refusal(
      `${dir} is already in use by this process (${pid}) since ${since}.`,
      "Release the first lock before taking another.",
    );
  return refusal(
    `${dir} is in use by process ${pid} since ${since}.`,
    `Wait until it is done, or end it (kill ${pid}), then try again.`,
  );
}

/** Whether somebody works in a folder now. A lock that a killed process left behind says nothing. */
export async function isInUse(dir: string): Promise<boolean> {
  const lock = await readLock(join(dir, ".lock"));
  return lock !== undefined && isHeld(lock);
}
