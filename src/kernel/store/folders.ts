import { mkdirSync, statSync, type Stats, closeSync, fsync, openSync } from "node:fs";
import { dirname, resolve, join } from "node:path";
import { errnoOf, fileError } from "./file-error.ts";
import { about, HarnessError } from "../errors/index.ts";
import { promisify } from "node:util";

/**
 * Makes a folder and its parents. Not with `recursive: true`: Node then never returns if a parent allows no folders, as
 * in /proc.
 */
export function makeFolder(dir: string): void {
  const path = resolve(dir);
  const found = look(path);
  if (found?.isDirectory()) return;
  if (found)
    throw new HarnessError({
      code: "bad-path",
      message: `${dir} is a file, not a folder.`,
      remedy: "Name another folder, or move the file. It was not changed.",
    });
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (errnoOf(error) !== "EEXIST") throw fileError(error, { doing: "create", path });
  }
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw fileError(error, { doing: "create", path });
  }
}

/**
 * A new folder named after its kind and time, in one that the option `out` names. It is created here, so that of two
 * concurrent callers one gets another name.
 */
export function newRunFolder(parent: string, what: string, now: Date): string {
  about("out", () => makeFolder(parent));
  const stamp = now.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
  const first = join(parent, `${what}-${stamp}`);
  for (let count = 1; ; count++) {
    const path = count === 1 ? first : `${first}-${count}`;
    try {
      mkdirSync(path);
      return path;
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw fileError(error, { doing: "create", path });
    }
  }
}

/** Whether a folder was named by `newRunFolder`. */
export const isRunFolder = (dir: string): boolean => /-\d{4}-\d\d-\d\d-\d{6}(?:-\d+)?$/.test(dir);

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

/** Windows cannot open folders and some network disks do not sync them: nothing more can be done there. */
function foldersCannotSync(error: unknown): boolean {
  const errno = errnoOf(error);
  return (
    errno === "EINVAL" ||
    errno === "ENOTSUP" ||
    (process.platform === "win32" && (errno === "EPERM" || errno === "EISDIR"))
  );
}
