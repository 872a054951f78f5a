import { HarnessError } from "../errors/index.ts";
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Names of runs, stories and banks come from people and files, and become file names on any system. */
const LONGEST = 120;
/** No separator, no control or invisible character, nothing that Windows refuses; no dot or space at either end. */
const SAFE = /^(?![.\s])[^/\\<>:"|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+(?<![.\s])$/u;
/** Windows reserves these, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns the name if it is safe as one file name; otherwise throws "unsafe-name". */
export function checkName(name: string, what: string): string {
  if (SAFE.test(name) && !DEVICE.test(name) && Buffer.byteLength(name) <= LONGEST) return name;
  throw new HarnessError({
    code: "unsafe-name",
    message: `The ${what} ${JSON.stringify(name.slice(0, LONGEST))} cannot be a file name.`,
    remedy: `Use letters, digits, dashes, underscores and inner dots, at most ${LONGEST} bytes, as in my-story.v2.`,
  });
}

const PLAIN = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;
/** A plain text of this form could be taken for the hashed name of another text. */
const LIKE_HASHED = /-[0-9a-f]{8}$/;

/**
 * A safe, readable file name for any text, always the same for the same text. If the name cannot show the whole text,
 * part of its hash follows, so that different texts get different names, also on disks that ignore case.
 */
export function toName(text: string): string {
  if (PLAIN.test(text) && text.length <= LONGEST && !LIKE_HASHED.test(text) && !DEVICE.test(text))
    return text;
  const hash = createHash("sha256").update(text, "utf16le").digest("hex").slice(0, 8);
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  // A character that is cut in half becomes U+FFFD.
  const short = Buffer.from(words)
    .subarray(0, LONGEST - 9)
    .toString()
    .replaceAll(/^-|[-\ufffd]+$/g, "");
  return `${short || "unnamed"}-${hash}`;
}

/** The absolute path of `parts` under `root`; throws "outside-folder" if they or a symbolic link lead outside. */
export function resolveInside(root: string, ...parts: string[]): string {
  const path = resolve(root, ...parts);
  if (isInside(root, path)) return path;
  throw new HarnessError({
    code: "outside-folder",
    message: `${JSON.stringify(parts.join("/"))} is not inside ${root}.`,
    remedy: "Use a path inside the folder.",
  });
}

/** Also where a symbolic link leads. */
export const isInside = (root: string, path: string): boolean =>
  !path.includes("\0") &&
  contains(resolve(root), resolve(path)) &&
  contains(realPath(resolve(root)), realPath(resolve(path)));

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** With links resolved, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}
