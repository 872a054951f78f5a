import { renameSync } from "node:fs";
import { dirname } from "node:path";
import { fileError } from "./file-error.ts";
import { syncFolder } from "./sync-folder.ts";
import { discard, writeTemporaryFile, type FileData } from "./temporary-file.ts";

/**
 * A file that is there is whole: readers see the old content or the new one, also after a kill or a power cut.
 * A symbolic link at `path` is replaced, not followed.
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
