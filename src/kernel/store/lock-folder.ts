import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { z } from "zod";
import type { Clock } from "../clock/index.ts";
import { HarnessError } from "../errors/index.ts";
import { errnoOf, fileError } from "./file-error.ts";
import { isRunning, processStart } from "./running-process.ts";
import { readStored } from "./read-file.ts";
import { refuseLinks } from "./stored-files.ts";
import { temporaryName } from "./write-file.ts";

/**
 * Why: two runs writing the same session would corrupt it. A folder has one writer at a time, and a dead one does not
 * block.
 *
 * A lock is a folder `.lock` with one file in it, named by a token that is never reused. A folder is renamed to `.lock`
 * only while `.lock` is missing or empty, so of many processes one wins. A process that removes a dead holder's file
 * names its token, so that it cannot remove the file of the next holder, however late.
 */
export type FolderLock = {
  path: string;
  /** The killed process that held the lock before. */
  recovered: string | undefined;
  release(): Promise<void>;
};

type Taking = { path: string; file: string; since: string };
const holderShape = z.object({
  pid: z.number(),
  processStart: z.string().optional(),
  host: z.string(),
  since: z.string(),
});
type Holder = z.infer<typeof holderShape>;

const ATTEMPTS = 50;

/**
 * Throws "folder-locked" if another process, or this one, holds the lock, and "bad-path" if the folder contains a
 * link.
 */
export async function lockFolder(dir: string, { clock }: { clock: Clock }): Promise<FolderLock> {
  const path = join(dir, ".lock");
  const file = join(path, randomUUID());
  const since = clock.date().toISOString();
  let recovered: string | undefined;
  try {
    refuseLinks(dir);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await takeIfFree(dir, { path, file, since }))
        return { path, recovered, release: releasing(path, file) };
      const found = await readLock(path);
      if (found?.holder && isHeld(found.holder)) throw locked(dir, { holder: found.holder, path });
      // A holder that released the lock meanwhile was not killed.
      const removed = await removeLock(path, found?.file);
      if (found && removed) recovered = found.holder ? nameOf(found.holder) : "an unknown process";
    }
  } catch (error) {
    // The process that had locked it has finished, and has moved or deleted it.
    if (errnoOf(error) !== "ENOENT") throw fileError(error, { doing: "lock", path: dir });
  }
  throw new HarnessError({
    code: "folder-locked",
    message: `Cannot lock ${dir}: others use it.`,
    remedy: "Try again when they have finished.",
  });
}

/** Whether a process is working in a folder now. A lock left by a killed process does not count. */
export async function isInUse(dir: string): Promise<boolean> {
  const found = await readLock(join(dir, ".lock"));
  return found?.holder !== undefined && isHeld(found.holder);
}

/** EPERM is what Windows answers; elsewhere making the temporary folder has already shown that writing is permitted. */
const TAKEN = new Set(["ENOTEMPTY", "EEXIST", "EPERM"]);

async function takeIfFree(dir: string, { path, file, since }: Taking): Promise<boolean> {
  const { pid } = process;
  const holder: Holder = { pid, processStart: processStart(pid), host: hostname(), since };
  // Complete before it gets the lock's name, so that no process reads half a lock.
  const prepared = join(dir, temporaryName());
  await mkdir(prepared);
  try {
    await writeFile(join(prepared, basename(file)), `${JSON.stringify(holder)}\n`);
    await rename(prepared, path);
    return true;
  } catch (error) {
    await rm(prepared, { recursive: true, force: true });
    if (TAKEN.has(errnoOf(error) ?? "")) return false;
    throw error;
  }
}

/** Undefined: the folder is not locked (any more). */
async function readLock(path: string): Promise<{ file: string; holder: Holder | undefined } | undefined> {
  try {
    const [name] = await readdir(path);
    if (name === undefined) return undefined;
    const file = join(path, name);
    return { file, holder: readHolder(file) };
  } catch (error) {
    // A file of this name is not a lock.
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
}

/** Undefined: it was cut by a power failure, or nobody here wrote it. */
function readHolder(file: string): Holder | undefined {
  try {
    return holderShape.parse(JSON.parse(readStored(file)));
  } catch (error) {
    if (error instanceof HarnessError && error.code === "no-permission") throw error;
    return undefined;
  }
}

/** Whether a process may still be working under this lock. Processes of another machine are unknown, so they may. */
const isHeld = ({ pid, processStart, host }: Holder): boolean =>
  host !== hostname() || isRunning({ pid, start: processStart });

function releasing(path: string, file: string): FolderLock["release"] {
  let released: Promise<void> | undefined;
  return () => (released ??= removeLock(path, file).then(() => undefined, ignoreUnwritable(path)));
}

/** Whether this process removed the holder's file. */
async function removeLock(path: string, file: string | undefined): Promise<boolean> {
  let removed = false;
  try {
    if (file !== undefined) await unlink(file);
    removed = file !== undefined;
    await rmdir(path);
  } catch (error) {
    // Another process removed or took it meanwhile.
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(errnoOf(error) ?? "")) throw error;
  }
  return removed;
}

/** The writer has already failed and reported that; the lock must not hide it. */
const ignoreUnwritable = (path: string) => (error: unknown) => {
  if (!["EACCES", "EPERM", "EROFS", "ENOTDIR"].includes(errnoOf(error) ?? ""))
    throw fileError(error, { doing: "unlock", path });
};

function nameOf({ pid, host, since }: Holder): string {
  const place = host === hostname() ? "" : ` on ${host}`;
  return `process ${pid}${place} since ${since}`;
}

function locked(dir: string, { holder, path }: { holder: Holder; path: string }): HarnessError {
  const orStop = holder.pid === process.pid ? "" : `, or stop it (kill ${holder.pid})`;
  const remedy =
    holder.host === hostname()
      ? `Wait until it ends${orStop}, then try again.`
      : `Wait for it. If ${holder.host} no longer exists, delete ${path}.`;
  return new HarnessError({
    code: "folder-locked",
    message: `${dir} is in use by ${nameOf(holder)}.`,
    remedy,
  });
}
