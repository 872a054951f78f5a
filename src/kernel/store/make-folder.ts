import { mkdirSync, statSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { errnoOf, fileError } from "./file-error.ts";
import { HarnessError } from "../errors/index.ts";

/** Makes a folder and those above it. Not `recursive: true`, with which Node never returns where a parent takes no folders, as in /proc. */
export function makeFolder(dir: string): void {
  const path = resolve(dir);
  const found = look(path);
  if (found?.isDirectory()) return;
  if (found)
    throw new HarnessError({
      code: "not-a-folder",
      message: `${dir} is a file, and a folder is needed there.`,
      remedy: "Name another folder, or move the file away. It was not touched.",
    });
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (errnoOf(error) === "EEXIST") return;
    // The folder above is there: one that does not take new ones, as in /proc, says ENOENT all the same.
    if (errnoOf(error) === "ENOENT")
      throw new HarnessError({
        code: "not-found",
        message: `Cannot create ${path}: ${parent} takes no new folders.`,
        remedy: "Choose a folder on an ordinary disk.",
        cause: error,
      });
    throw fileError(error, { doing: "create", path });
  }
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw fileError(error, { doing: "create", path });
  }
}
