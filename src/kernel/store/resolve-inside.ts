import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { HarnessError } from "../errors/index.ts";
import { errnoOf, fileError } from "./file-error.ts";

/**
 * The absolute path of `parts` under `root`; throws "outside-folder" where they lead out of it, be it by `..`, as an
 * absolute path or through a symbolic link (also one that points at nothing yet).
 */
export function resolveInside(root: string, ...parts: string[]): string {
  const asked = parts.join("/");
  if (asked.includes("\0")) throw outside(root, asked, "it holds a NUL character");
  const path = resolve(root, ...parts);
  if (!contains(resolve(root), path)) throw outside(root, asked, "it leads out of the folder");
  const real = realPath(path, { root, asked });
  if (!contains(realPath(resolve(root), { root, asked }), real))
    throw outside(root, asked, "a symbolic link leads out of the folder");
  return path;
}

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

type Question = { root: string; asked: string };

/** Where a path really leads, though its last parts may not exist yet. */
function realPath(path: string, question: Question, links = 0): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ELOOP" || links > 40)
      throw outside(question.root, question.asked, "its symbolic links go in circles");
    if (errno !== "ENOENT" && errno !== "ENOTDIR") throw fileError(error, { doing: "read", path });
    if (dirname(path) === path) return path;
    const parent = realPath(dirname(path), question, links);
    const here = join(parent, basename(path));
    return isLink(here) ? realPath(resolve(parent, readlinkSync(here)), question, links + 1) : here;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function outside(root: string, asked: string, why: string): HarnessError {
  return new HarnessError({
    code: "outside-folder",
    message: `${JSON.stringify(asked)} is not inside ${root}: ${why}.`,
    remedy: "Give a path inside the folder.",
  });
}
