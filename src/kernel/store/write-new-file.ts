import { linkSync } from "node:fs";
import { join } from "node:path";
import { HarnessError } from "../errors/index.ts";
import { errnoOf, fileError } from "./file-error.ts";
import { syncFolder } from "./sync-folder.ts";
import { discard, writeTemporaryFile, type FileData } from "./temporary-file.ts";

const MOST = 10_000;

/**
 * For what must never be overwritten: takes the first free name of `stem.ext`, `stem_2.ext`, `stem_3.ext`, …, also while
 * others do the same, and gives the path. The file appears whole or not at all.
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
      for (let number = 1; number <= MOST; number += 1) {
        const path = join(dir, `${stem}${number === 1 ? "" : `_${number}`}.${extension}`);
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
  throw new HarnessError({
    code: "no-free-name",
    message: `${dir} holds ${MOST} files named ${stem}.`,
    remedy: "Move some of them elsewhere.",
    exit: 3,
  });
}

/** A link to a name that is taken fails, where a rename would overwrite. */
function take(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}
