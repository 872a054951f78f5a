import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "./file-error.ts";
import { makeFolder } from "./make-folder.ts";

/** A new folder whose name says what it is, and when. It is made here: of two who ask at once, one gets another name. */
export function newRunFolder(parent: string, what: string, now: Date): string {
  makeFolder(parent);
  const stamp = now.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
  const first = join(parent, `${what}-${stamp}`);
  for (let count = 1; ; count++) {
    const path = count === 1 ? first : `${first}-${count}`;
    try {
      mkdirSync(path);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST")
        throw fileError(error, { doing: "create", path });
    }
  }
}
