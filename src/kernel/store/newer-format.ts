import { closeSync, openSync, readSync } from "node:fs";
import { HarnessError } from "../errors/index.ts";
import { errnoOf, fileError } from "./file-error.ts";
import { writeFileSafely, type FileData } from "./write-file.ts";

/** A file of a later version is intact, but this version can neither read it nor rewrite it without loss. */
export class NewerFormatError extends HarnessError {
  constructor({ path, found, known }: { path: string; found: number; known: number }) {
    super({
      code: "newer-format",
      message: `${path} has format ${found}; this version of rehearse reads up to ${known}. It was left as it is.`,
      remedy: "Upgrade rehearse, or use the version that wrote it.",
    });
  }
}

/** Every stored file has its version at the top. `value`: the file's content as JSON, before its shape is checked. */
export function refuseNewer(value: unknown, path: string, known = 1): void {
  const found = (value as { version?: unknown } | null | undefined)?.version;
  if (typeof found === "number" && found > known) throw new NewerFormatError({ path, found, known });
}

/** The same for a file that will be rewritten and may be large: its version is its first field. */
export function refuseToReplaceNewer(path: string, known = 1): void {
  const found = /^\s*\{\s*"version"\s*:\s*(\d+)/.exec(beginningOf(path))?.[1];
  if (found !== undefined) refuseNewer({ version: Number(found) }, path, known);
}

/** For stored files with a version: one of a later version is never overwritten. */
export async function writeVersionedFile(path: string, data: FileData, known = 1): Promise<void> {
  refuseToReplaceNewer(path, known);
  await writeFileSafely(path, data);
}

function beginningOf(path: string): string {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    const bytes = Buffer.alloc(200);
    return bytes.toString("utf8", 0, readSync(fd, bytes));
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return "";
    // A folder in its place and similar: the writer reports it.
    if (errnoOf(error) === "EISDIR" || errnoOf(error) === "ENOTDIR") return "";
    throw fileError(error, { doing: "read", path });
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
