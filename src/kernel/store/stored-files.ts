import { isUtf8 } from "node:buffer";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileError, requireFormat } from "./file-error.ts";
import type { z } from "zod";
import { readBytes, readStored, readText, refuseLarge } from "./read-file.ts";
import { HarnessError } from "../errors/index.ts";
import { firstIssues } from "./issue-text.ts";

/**
 * Why: the suites read and tidy stored files through these functions, never through `node:fs`, so that the store
 * decides where files are. Reads are synchronous: a store keeps its data on the local disk. Every failure is a
 * `FileError`; the operating system's own error is its cause.
 */
type FileKind = "file" | "folder" | "link" | "other";

type FolderEntry = { name: string; kind: FileKind };

type FileInfo = { kind: FileKind; size: number; modifiedMs: number };

export const exists = (path: string): boolean => existsSync(path);

/** The lines of a text file, without line ends and byte order mark. */
export function readLines(path: string): string[] {
  const bytes = readBytes(path);
  if (!isUtf8(bytes))
    throw new HarnessError({
      code: "bad-file",
      message: `${path} is not UTF-8 text.`,
      remedy: "Unpack it if it is compressed, or convert it to UTF-8.",
    });
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** A folder's entries, sorted by name. With `deep`, names are paths below it. */
export function listFolder(path: string, { deep = false }: { deep?: boolean } = {}): FolderEntry[] {
  return trying("read", path, () => readdirSync(path, { withFileTypes: true, recursive: deep }))
    .map((entry) => ({
      name: deep ? join(entry.parentPath, entry.name).slice(join(path, "/").length) : entry.name,
      kind: kindOf(entry),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export const namesIn = (path: string): string[] =>
  fileInfo(path)?.kind === "folder" ? listFolder(path).map(({ name }) => name) : [];

/** Undefined: nothing at that path. A link is described by its target, unless `links` is set. */
export function fileInfo(path: string, { links = false }: { links?: boolean } = {}): FileInfo | undefined {
  const stats = trying("read", path, () => (links ? lstatSync : statSync)(path, { throwIfNoEntry: false }));
  return stats && { kind: kindOf(stats), size: stats.size, modifiedMs: stats.mtimeMs };
}

export const realPath = (path: string): string => trying("read", path, () => realpathSync(path));

export function move(from: string, to: string): void {
  trying("move", from, () => renameSync(from, to));
}

/** A file or a whole folder. Does nothing if it does not exist. */
export function remove(path: string): void {
  trying("delete", path, () => rmSync(path, { recursive: true, force: true }));
}

/**
 * A file or a whole folder, with the files' times. `only` selects what is copied, by path. Links are left out, because
 * their targets may be anything, and so are pipes and devices.
 */
export function copy(from: string, to: string, { only }: { only?: (path: string) => boolean } = {}): void {
  const filter = (path: string): boolean => {
    const info = fileInfo(path, { links: true });
    if (info?.kind === "file") refuseLarge(path, info.size);
    return (info?.kind === "file" || info?.kind === "folder") && (only?.(path) ?? true);
  };
  trying("copy", from, () => cpSync(from, to, { recursive: true, preserveTimestamps: true, filter }));
}

/** A new folder that the caller removes. */
export const temporaryFolder = (prefix: string): string =>
  trying("create", tmpdir(), () => mkdtempSync(join(tmpdir(), prefix)));

function kindOf(entry: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function trying<T>(doing: string, path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw fileError(error, { doing, path });
  }
}

/**
 * The content of a JSON file that a user named. An unreadable file is reported like any other; invalid JSON through
 * `bad`, which knows what the file should be.
 */
export function readJson(path: string, bad: (problem: string) => HarnessError): unknown {
  // Some editors start a file with a byte order mark.
  const text = readText(path).replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw bad(jsonProblem(text, error));
  }
}

/** A JSON file that rehearse stored. It is whole and of this version, or it is refused: `bad` says what is lost. */
export function readStoredJson<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  bad: (problem: string) => HarnessError,
): z.output<Shape> {
  return storedJson(readStored(path), { path, shape, bad });
}

/** The same of the text of such a file, or of its beginning. */
export function storedJson<Shape extends z.ZodType>(
  text: string,
  { path, shape, bad }: { path: string; shape: Shape; bad: (problem: string) => HarnessError },
): z.output<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw bad(text.trim() === "" ? "it is empty" : jsonProblem(text, error));
  }
  requireFormat(value, path);
  const { data, error } = shape.safeParse(value);
  if (error) throw bad(firstIssues(error));
  return data;
}

/** The line and column of a JSON error, since V8's messages give at most a position. */
export function jsonProblem(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = positionIn(message) ?? faultIn(text);
  const before = text.slice(0, position);
  const line = before.split("\n").length;
  const what = message.replace(/(?: in JSON at position|, (?:\.\.\.)?").*$/s, "");
  return `it is not JSON at line ${line}, column ${position - before.lastIndexOf("\n")}: ${what}`;
}

function positionIn(message: string): number | undefined {
  const found = /position (\d+)/.exec(message)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The first character after which the text can no longer become JSON: shorter beginnings only lack their end. */
function faultIn(text: string): number {
  let [whole, broken] = [0, text.length + 1];
  while (broken - whole > 1) {
    const middle = (whole + broken) >>> 1;
    if (isBeginning(text.slice(0, middle))) whole = middle;
    else broken = middle;
  }
  return whole;
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    return /end of JSON input|Unterminated string/.test(message) || positionIn(message) === text.length;
  }
}

/** The name of a link in a folder, at any depth; undefined: none. Its target may belong to anyone. */
export function linkIn(dir: string, depth = 2): string | undefined {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) return entry.name;
    // Hidden folders are locks: they come and go while other processes work here.
    if (!entry.isDirectory() || depth === 0 || entry.name.startsWith(".")) continue;
    const inside = linkIn(join(dir, entry.name), depth - 1);
    if (inside !== undefined) return `${entry.name}/${inside}`;
  }
  return undefined;
}

/** We create no links. One in a folder from someone else would show files of this machine, or redirect our writes. */
export function refuseLinks(dir: string): void {
  const link = linkIn(dir);
  if (link !== undefined)
    throw new HarnessError({
      code: "bad-path",
      message: `${join(dir, link)} is a symbolic link. Links in a folder of rehearse are not followed.`,
      remedy: "Replace the link with the file it points to, or work on a copy without links.",
    });
}
