/**
 * The one door through which files are read. A folder may come from anyone: a pipe in it would block the process, a
 * device has no end, and a link leads anywhere. So only regular files are read, and only up to a size.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { HarnessError } from "../errors/index.ts";
import { fileError } from "./file-error.ts";

const MB = 1024 * 1024;

/**
 * Nothing that rehearse stores in one piece is larger. A turn has about 10 KB, and the first file of a
 * branch from turn 100 about 2 MB; the longest line of a journal may have 64 MB too.
 */
const LARGEST_STORED = 64 * MB;

/** For files that users name: about as much as fits into one string. */
const LARGEST = 512 * MB;

export type OpenFile = { fd: number; size: number };

/** Opens a regular file without waiting for anybody. `links`: a link to one will do. */
export function openRegularFile(
  path: string,
  { links = false, flags = constants.O_RDONLY }: { links?: boolean; flags?: number } = {},
): OpenFile {
  const fd = openSync(path, flags | constants.O_NONBLOCK | (links ? 0 : constants.O_NOFOLLOW), 0o666);
  const stats = fstatSync(fd);
  if (stats.isFile()) return { fd, size: stats.size };
  closeSync(fd);
  if (stats.isDirectory()) throw Object.assign(new Error("EISDIR"), { code: "EISDIR" });
  throw new HarnessError({
    code: "bad-path",
    message: `Cannot read ${path}: it is a pipe, a socket or a device, not a file.`,
    remedy: "Remove it, or put an ordinary file in its place.",
  });
}

/** A file that a user named; it may be a link. */
export const readBytes = (path: string): Buffer => readWhole(path, { links: true, limit: LARGEST });

export const readText = (path: string): string => readBytes(path).toString("utf8");

/** A file of a folder that rehearse wrote, or that somebody sent: never a link, and of a bounded size. */
export const readStored = (path: string): string =>
  readWhole(path, { links: false, limit: LARGEST_STORED }).toString("utf8");

function readWhole(path: string, { links, limit }: { links: boolean; limit: number }): Buffer {
  try {
    const { fd, size } = openRegularFile(path, { links });
    try {
      refuseLarge(path, size, limit);
      return readFileSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
}

export function refuseLarge(path: string, size: number, limit = LARGEST): void {
  if (size > limit)
    throw new HarnessError({
      code: "too-large",
      message: `Cannot read ${path}: it has ${Math.ceil(size / MB)} MB, and the limit is ${limit / MB} MB.`,
      remedy: "Check where the file came from: rehearse never writes one this large.",
    });
}
