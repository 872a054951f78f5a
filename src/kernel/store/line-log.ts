import { close, closeSync, constants, fdatasync, ftruncateSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { HarnessError } from "../errors/index.ts";
import { encodeLine, readLineAt, scanLines, type LogLine } from "./checksummed-lines.ts";
import { errnoOf, fileError } from "./file-error.ts";
import { logSync, ownWriter, sharedWriter } from "./log-writer.ts";
import { syncFolder } from "./folders.ts";
import { openRegularFile, type OpenFile } from "./read-file.ts";

/**
 * Why: paid answers must outlive the process. An append-only file of checksummed JSON lines: a line is safe from a kill
 * when `append` returns, and from a power cut when `sync` resolves.
 */
export type LineLog = {
  /** Several values are several lines in one write. Returns the offset of the first (in a shared log, a hint). */
  append(...values: Array<Record<string, unknown>>): number;
  /** The line at an offset; undefined: none starts there. */
  read(offset: number): Record<string, unknown> | undefined;
  sync(): Promise<void>;
  /** Syncs, then closes, even if the sync fails. */
  close(): Promise<void>;
  size(): number;
};

type LineLogOptions = {
  /** Gets each line that already exists, in order. */
  onLine?: (line: LogLine) => void;
  /** Several processes append at the same time. */
  shared?: boolean;
};

const closeFile = promisify(close);
const flushFile = promisify(fdatasync);

/**
 * Opens a log for appending, after reading its content. A torn last line, of a writer that was killed, is cut off (in a
 * shared log, closed); any other line that is not whole makes the log unreadable.
 */
export function openLineLog(
  path: string,
  { onLine, shared = false }: LineLogOptions = {},
): { log: LineLog; tornBytes: number } {
  const { fd, size, made } = openForWriting(path, shared);
  try {
    const { tornBytes, end: whole } = scan({ fd, size, path, onLine, shared });
    const end = tornBytes === 0 ? whole : mend({ fd, path, shared, whole, tornBytes });
    return { log: lineLog({ fd, path, made, shared, end }), tornBytes };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Reads a log that may belong to another process: creates, cuts and changes nothing. Returns the length of a torn last line. */
export function readLineLog(
  path: string,
  onLine: (line: LogLine) => void,
  { shared = false }: Pick<LineLogOptions, "shared"> = {},
): number {
  const { fd, size } = reading(path, () => openRegularFile(path));
  try {
    return scan({ fd, size, path, onLine, shared }).tornBytes;
  } finally {
    closeSync(fd);
  }
}

export function openLineReader(
  path: string,
  onLine: (line: LogLine) => void,
): Pick<LineLog, "read"> & { tornBytes: number; close(): void } {
  const { fd, size } = reading(path, () => openRegularFile(path));
  try {
    const { tornBytes } = scan({ fd, size, path, onLine, shared: false });
    return {
      tornBytes,
      read: (offset) => reading(path, () => readLineAt(fd, offset)),
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

type Log = { fd: number; path: string; shared: boolean };

function lineLog({ fd, path, made, shared, end }: Log & { made: boolean; end: number }): LineLog {
  const writer = shared ? sharedWriter({ fd, path, end }) : ownWriter({ fd, path, end });
  // A new file's name is synced with its first lines; nothing waits for it earlier.
  let nameless = made;
  const flush = async () => {
    await Promise.all([flushFile(fd), nameless && syncFolder(dirname(path))]);
    nameless = false;
  };
  const syncing = logSync({ flush, path });
  // Lines of a killed predecessor were read but may not be on disk: the first sync is never skipped.
  syncing.wrote();
  let closed: Promise<void> | undefined;

  return {
    append(...values) {
      refuseIf(closed, path);
      const broken = syncing.failure();
      if (broken) throw broken;
      const lines = values.map(encodeLine);
      if (lines.length === 0) return writer.size();
      const bytes = lines.length === 1 ? lines[0]! : Buffer.concat(lines);
      const offset = writer.write(bytes);
      syncing.wrote();
      return offset;
    },
    read(offset) {
      refuseIf(closed, path);
      return reading(path, () => readLineAt(fd, offset));
    },
    sync: () => closed ?? syncing.sync(),
    close: () => (closed ??= syncing.sync().finally(() => closeFile(fd))),
    size() {
      refuseIf(closed, path);
      return writer.size();
    },
  };
}

function openForWriting(path: string, shared: boolean): OpenFile & { made: boolean } {
  const flags = constants.O_RDWR | (shared ? constants.O_APPEND : 0);
  return reading(path, () => {
    try {
      return { ...openRegularFile(path, { flags }), made: false };
    } catch (error) {
      if (errnoOf(error) !== "ENOENT") throw error;
      return { ...openRegularFile(path, { flags: flags | constants.O_CREAT }), made: true };
    }
  });
}

/** Only the present content: another process may append to the log meanwhile. */
const scan = ({ fd, path, ...log }: Log & Pick<OpenFile, "size"> & Pick<LineLogOptions, "onLine">) =>
  scanLines({
    ...log,
    path,
    onLine: log.onLine,
    read: (...at) => reading(path, () => readSync(fd, ...at)),
  });

/** Makes the next line start on its own, and returns its offset. */
function mend({ fd, path, shared, whole, tornBytes }: Log & { whole: number; tornBytes: number }): number {
  return reading(path, () => {
    if (shared) return whole + tornBytes + writeSync(fd, "\n");
    ftruncateSync(fd, whole);
    return whole;
  });
}

/** A log that cannot be opened or read is "cannot-read" for every errno; a full disk stays one. */
function reading<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code, message, remedy } = fileError(error, { doing: "read", path });
    if (code === "disk-full") throw fileError(error, { doing: "write", path });
    throw new HarnessError({ code: "cannot-read", message, remedy, exit: 2, cause: error });
  }
}

function refuseIf(closed: unknown, path: string): void {
  // The descriptor of a closed file may now be another file's.
  if (closed)
    throw new HarnessError({
      code: "bug",
      message: `The log ${path} is closed.`,
      remedy: "Open it again before using it.",
      exit: 3,
    });
}
