import { HarnessError } from "../errors/index.ts";
import { createHash } from "node:crypto";
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errnoOf, fileError } from "./file-error.ts";

/** Why: names of runs, stories and banks come from people and files, and become file names on any system. */
const longestName = 120;

/** Returns the name if it is safe as one file name on Linux, macOS and Windows; otherwise throws "unsafe-name". */
export function checkName(name: string, what: string): string {
  const fault = faultOf(name);
  if (fault === undefined) return name;
  throw new HarnessError({
    code: "unsafe-name",
    message: `The ${what} ${shown(name)} cannot be a file name: ${fault}.`,
    remedy: "Use letters, digits, dashes, underscores and inner dots, at most 120 bytes, as in my-story.v2.",
  });
}

/** Reserved by Windows with any extension. */
function isReserved(name: string): boolean {
  return /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i.test(name.split(".")[0]!.trimEnd());
}

function faultOf(name: string): string | undefined {
  if (name === "") return "it is empty";
  const bytes = Buffer.byteLength(name);
  if (bytes > longestName) return `it is ${bytes} bytes long, more than ${longestName}`;
  if (name.startsWith(".")) return "it starts with a dot";
  if (/[/\\]/.test(name)) return "it holds a path separator";
  if (/[<>:"|?*]/.test(name)) return 'it holds one of < > : " | ? *';
  if (invisible.test(name)) return "it holds control or invisible characters";
  if (/[.\s]$/u.test(name)) return "it ends with a dot or a space";
  if (isReserved(name)) return "Windows reserves it";
  return undefined;
}

/** Control, format (bidi, zero-width), half of a pair, line separators, and invisible characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Shortened, with everything escaped that could fool a reader or a terminal. */
function shown(name: string): string {
  const short = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return JSON.stringify(short).replace(
    new RegExp(invisible, "gu"),
    (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );
}

/**
 * A safe, readable file name for any text, always the same for the same text. If the name cannot show the whole text,
 * part of its hash follows, so that different texts get different names, even if case and accents are ignored.
 */
export function toName(text: string): string {
  if (plain.test(text) && text.length <= longestName && !looksHashed.test(text) && !isReserved(text))
    return text;
  return `${slug(text) || "unnamed"}-${hash(text)}`;
}

const plain = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;
/** A plain text of this form could be taken for the hashed name of another text. */
const looksHashed = /-[0-9a-f]{8}$/;
const hashLength = 8;

function slug(text: string): string {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, "-")
    .replace(/[-._]{2,}/g, "-");
  const short = cut(words.replace(/^[-._\p{M}]+/u, ""), longestName - hashLength - 1).replace(/[-._]+$/, "");
  return isReserved(short) ? short.replaceAll(".", "-") : short;
}

/** As many whole characters as fit. */
function cut(text: string, bytes: number): string {
  let [end, used] = [0, 0];
  for (const char of text) {
    used += Buffer.byteLength(char);
    if (used > bytes) return text.slice(0, end);
    end += char.length;
  }
  return text;
}

/** Over UTF-16: in UTF-8 all broken pairs would become the same character. */
const hash = (text: string) =>
  createHash("sha256").update(Buffer.from(text, "utf16le")).digest("hex").slice(0, hashLength);

/**
 * The absolute path of `parts` under `root`; throws "outside-folder" if they lead outside, by `..`, as an absolute path
 * or through a symbolic link (even a dangling one).
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

/** The real path, although its last parts may not exist yet. */
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
    remedy: "Use a path inside the folder.",
  });
}
