import { link } from "node:fs/promises";
import { HarnessError } from "../errors/index.ts";
import { errnoOf } from "./file-error.ts";

const unsupported = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Gives a whole file a second name, unless that name is taken: of many who try, one succeeds. */
export async function linkIfFree(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "EEXIST") return false;
    if (errno === undefined || !unsupported.has(errno)) throw error;
    // The file was just written to this folder, so it is not permission that lacks.
    throw new HarnessError({
      code: "no-hard-links",
      message: `Cannot create ${name}: this file system has no hard links (${errno}).`,
      remedy:
        "Choose a folder on another disk; FAT and exFAT disks and some shared folders cannot be locked safely.",
      cause: error,
    });
  }
}
