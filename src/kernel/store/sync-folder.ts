import { closeSync, fsync, openSync } from "node:fs";
import { promisify } from "node:util";
import { errnoOf } from "./file-error.ts";

/** A new name in a folder survives a power cut only once the folder itself is on disk. */
export async function syncFolder(dir: string): Promise<void> {
  let fd: number | undefined;
  try {
    fd = openSync(dir, "r");
    await flush(fd);
  } catch (error) {
    if (!foldersCannotSync(error)) throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const flush = promisify(fsync);

/** Windows opens no folders and some network disks do not sync them: there, nothing more can be done. */
function foldersCannotSync(error: unknown): boolean {
  const errno = errnoOf(error);
  return (
    errno === "EINVAL" ||
    errno === "ENOTSUP" ||
    (process.platform === "win32" && (errno === "EPERM" || errno === "EISDIR"))
  );
}
