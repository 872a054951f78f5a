import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { fileError } from "./file-error.ts";
import { syncFolder } from "./sync-folder.ts";
import { writeTemporaryFile } from "./temporary-file.ts";

/**
 * A file that is there is whole: readers see the old content or the new one, also after a kill or a power cut.
 * A symbolic link at `path` is replaced, not followed.
 */
export async function writeFileSafely(path: string, data: string | Uint8Array): Promise<void> {
  try {
    const temporary = await writeTemporaryFile(dirname(path), data);
    try {
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(path));
  } catch (error) {
    throw fileError(error, { doing: "write", path });
  }
}
