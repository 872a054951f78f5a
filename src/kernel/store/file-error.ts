import { isAbsolute, resolve } from "node:path";
import { HarnessError, type ErrorCode, type ExitCode } from "../errors/index.ts";
import { formatVersion } from "../../contract/index.ts";

/**
 * Why: an errno says little to a person; every failed file operation of the store is explained here, in the same way.
 */
type Explanation = readonly [code: ErrorCode, what: string, remedy: string, exit: ExitCode];

const NO_SPACE = "Free some space on the disk, or raise the quota.";
const NO_FILES = "Raise the limit (ulimit -n), close other programs or run fewer jobs at once.";
const NO_ACCESS = "Give this user access to the path, or choose a folder on a writable disk.";

const explanations: Readonly<Record<string, Explanation>> = {
  ENOSPC: ["disk-full", "the disk is full", NO_SPACE, 3],
  EDQUOT: ["disk-full", "the disk quota is used up", NO_SPACE, 3],
  EMFILE: ["cannot-write", "too many files are open", NO_FILES, 3],
  ENFILE: ["cannot-write", "too many files are open on this machine", NO_FILES, 3],
  EACCES: ["no-permission", "permission denied", NO_ACCESS, 2],
  EPERM: ["no-permission", "the operation is not permitted", NO_ACCESS, 2],
  EROFS: ["no-permission", "the file system is read-only", NO_ACCESS, 2],
  EISDIR: ["bad-path", "it is a folder, not a file", "Use the path of a file, or move the folder.", 2],
  ENOTDIR: ["bad-path", "part of it is a file, not a folder", "All parts but the last must be folders.", 2],
  ELOOP: ["bad-path", "it is a symbolic link, not a file", "Replace it with the file it points to.", 2],
  ENAMETOOLONG: ["bad-path", "the name is too long", "Choose a name of at most 255 bytes.", 2],
  ENOENT: ["not-found", "it does not exist", "Check the path; create the folder if it is missing.", 2],
};

type FileErrorFacts = {
  /** A verb that fits "Cannot … <path>": read, write, lock. */
  doing: string;
  path: string;
};

/** A file operation that the operating system refused. */
class FileError extends HarnessError {}

/** What the operating system refused, in words, with the code, remedy and exit code of its errno. */
export function fileError(error: unknown, { doing, path }: FileErrorFacts): HarnessError {
  if (error instanceof HarnessError) return error;
  const errno = errnoOf(error);
  if (errno === "ENOENT" && doing === "read") return fileNotFound(path, { cause: error });
  const known = errno === undefined ? undefined : explanations[errno];
  const [code, what, remedy, exit] = known ?? unknownFailure(error, doing);
  const why = errno ? `${what} (${errno})` : what;
  return new FileError({
    code,
    message: `Cannot ${doing} ${shortened(path)}: ${why}.`,
    remedy,
    exit,
    cause: error,
  });
}

/**
 * The same failure during a run: its folder was writable when the run began, so the user's input is fine, and the run
 * can be resumed once the folder is writable again.
 */
export function midRun<Failure>(error: Failure): Failure | FileError {
  if (!(error instanceof FileError) || error.exit === 3) return error;
  const { code, message, cause } = error;
  return new FileError({
    code,
    message,
    remedy:
      "The folder was writable when the run started. Make it writable again, then resume or repeat the run.",
    exit: 3,
    cause,
  });
}

/** A name too long for any system is shown by its beginning. */
const shortened = (path: string): string =>
  path.replaceAll(/[^/\\]{256,}/g, (name) => `${name.slice(0, 40)}…`);
/** The file that a command should read does not exist: the same words everywhere. */
export const fileNotFound = (
  path: string,
  {
    remedy = isAbsolute(path) ? "Check the path." : `Check the path: it was looked for at ${resolve(path)}.`,
    cause,
  }: { remedy?: string; cause?: unknown } = {},
): HarnessError =>
  new HarnessError({ code: "not-found", message: `file not found: ${shortened(path)}`, remedy, cause });

/** The operating system's error code, such as `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function unknownFailure(error: unknown, doing: string): Explanation {
  const what = error instanceof Error ? error.message : String(error);
  const remedy = "Check that the disk is healthy and the path is an ordinary file.";
  return doing === "read" ? ["cannot-read", what, remedy, 2] : ["cannot-write", what, remedy, 3];
}

/**
 * Every stored file has its version at the top. One of another version is intact, but only this version's format is
 * read and written. `value`: the content as JSON, before its shape is checked.
 */
export function requireFormat(value: unknown, path: string): void {
  const found = (value as { version?: unknown } | null | undefined)?.version;
  if (typeof found === "number" && found !== formatVersion)
    throw new HarnessError({
      code: "other-format",
      message: `${path} has format ${found}; this version of rehearse reads format ${formatVersion}.`,
      remedy:
        "Run it again with this version of rehearse: it cannot read other formats. The file was not changed.",
    });
}
