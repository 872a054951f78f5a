import { isAbsolute, resolve } from "node:path";
import { HarnessError, type ErrorCode, type ExitCode } from "../errors/index.ts";
import { formatVersion } from "../../contract/index.ts";

/**
 * Why: an errno says little to a person; every failed file operation of the store is explained here, in the same way.
 */
type Explanation = { code: ErrorCode; what: string; remedy: string; exit: ExitCode };

const explanations: Record<string, Explanation> = {
  ENOSPC: {
    code: "disk-full",
    what: "the disk is full",
    remedy: "Free some space on the disk.",
    exit: 3,
  },
  EDQUOT: {
    code: "disk-full",
    what: "the disk quota is used up",
    remedy: "Free some space or raise the quota.",
    exit: 3,
  },
  EACCES: {
    code: "no-permission",
    what: "permission denied",
    remedy: "Give this user access to the path, or choose another folder.",
    exit: 2,
  },
  EPERM: {
    code: "no-permission",
    what: "the operation is not permitted",
    remedy: "Give this user access to the path, or choose another folder.",
    exit: 2,
  },
  EROFS: {
    code: "no-permission",
    what: "the file system is read-only",
    remedy: "Choose a folder on a writable disk.",
    exit: 2,
  },
  ENOENT: {
    code: "not-found",
    what: "it does not exist",
    remedy: "Check the path; create the folder if it is missing.",
    exit: 2,
  },
  EISDIR: {
    code: "bad-path",
    what: "it is a folder, not a file",
    remedy: "Use the path of a file, or move the folder.",
    exit: 2,
  },
  ENOTDIR: {
    code: "bad-path",
    what: "part of the path is a file, not a folder",
    remedy: "Check each part of the path: all but the last must be folders.",
    exit: 2,
  },
  ENAMETOOLONG: {
    code: "unsafe-name",
    what: "the name is too long",
    remedy: "Choose a shorter name: file systems take at most 255 bytes for one.",
    exit: 2,
  },
  ELOOP: {
    code: "bad-path",
    what: "it is a symbolic link, not a file",
    remedy: "Replace the link with the file it points to.",
    exit: 2,
  },
  EMFILE: {
    code: "too-many-files",
    what: "too many files are open",
    remedy: "Raise the limit (ulimit -n) or run fewer jobs at once.",
    exit: 3,
  },
  ENFILE: {
    code: "too-many-files",
    what: "too many files are open on this machine",
    remedy: "Close other programs or run fewer jobs at once.",
    exit: 3,
  },
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
  const { code, what, remedy, exit } = known ?? unknownFailure(error, doing);
  return new FileError({
    code,
    message: `Cannot ${doing} ${shortened(path)}: ${what}${errno ? ` (${errno})` : ""}.`,
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
  return doing === "read"
    ? {
        code: "cannot-read",
        what,
        remedy: "Check that the path is an ordinary file on a healthy disk.",
        exit: 2,
      }
    : {
        code: "cannot-write",
        what,
        remedy: "Check that the disk is healthy and the path allows this.",
        exit: 3,
      };
}

/** A stored file of another version is intact, but only this version's format is read and written. */
class OtherFormatError extends HarnessError {
  constructor({ path, found }: { path: string; found: number }) {
    super({
      code: "other-format",
      message: `${path} has format ${found}; this version of rehearse reads format ${formatVersion}.`,
      remedy:
        "Run it again with this version of rehearse: it cannot read other formats. The file was not changed.",
    });
  }
}

/** Every stored file has its version at the top. `value`: the content as JSON, before its shape is checked. */
export function requireFormat(value: unknown, path: string): void {
  const found = (value as { version?: unknown } | null | undefined)?.version;
  if (typeof found === "number" && found !== formatVersion) throw new OtherFormatError({ path, found });
}
