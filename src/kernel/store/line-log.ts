import { close, closeSync, constants, fdatasync, ftruncateSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { HarnessError } from "../errors/index.ts";
import { encodeLine, readLineAt, scanLines, type LogLine } from "./checksummed-lines.ts";
import { errnoOf, fileError } from "./file-error.ts";
import { logSync, logWriter } from "./log-writer.ts";
import { syncFolder } from "./folders.ts";
import { openRegularFile, type OpenFile } from "./read-file.ts";

/**
 * Why: paid answers must outlive the process. An append-only file of checksummed JSON lines: a line is safe from a kill
 * when `append` returns, and from a power cut when `sync` resolves.
 */
export type LineLog = {
  /** Several values are several lines in one write. Returns the offset of the first. */
  append(...values: Array<Record<string, unknown>>): number;
  /** The line at an offset; undefined: none starts there. */
  read(offset: number): Record<string, unknown> | undefined;
  sync(): Promise<void>;
  /** Syncs, then closes, even if the sync fails. */
  close(): Promise<void>;
  size(): number;
};

/** Gets each line that already exists, in order. */
type OnLine = (line: LogLine) => void;

const closeFile = promisify(close);
const flushFile = promisify(fdatasync);

/**
 * Opens a log for appending, after reading its content. A torn last line, of a writer that was killed, is cut off; any
 * other line that is not whole makes the log unreadable.
 */
export function openLineLog(
  path: string,
  { onLine }: { onLine?: OnLine } = {},
): { log: LineLog; tornBytes: number } {
  const { fd, size, made } = openForWriting(path);
  try {
    const { tornBytes, end } = scan({ fd, size, path, onLine });
    if (tornBytes > 0) reading(path, () => ftruncateSync(fd, end));
    return { log: lineLog({ fd, path, made, end }), tornBytes };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Reads a log that may belong to another process: creates, cuts and changes nothing. Returns the length of a torn last line. */
export function readLineLog(path: string, onLine: OnLine): number {
  const { tornBytes, close } = openLineReader(path, onLine);
  close();
  return tornBytes;
}

/** The same, to read single lines later. */
export function openLineReader(
  path: string,
  onLine: OnLine,
): Pick<LineLog, "read"> & { tornBytes: number; close(): void } {
  const { fd, size } = reading(path, () => openRegularFile(path));
  try {
    const { tornBytes } = scan({ fd, size, path, onLine });
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

type Log = { fd: number; path: string };

function lineLog({ fd, path, made, end }: Log & { made: boolean; end: number }): LineLog {
  const writer = logWriter({ fd, path, end });
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
      const offset = writer.write(Buffer.concat(values.map(encodeLine)));
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

function openForWriting(path: string): OpenFile & { made: boolean } {
  const flags = constants.O_RDWR;
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
const scan = ({ fd, path, ...log }: Log & Pick<OpenFile, "size"> & { onLine: OnLine | undefined }) =>
  scanLines({
    ...log,
    path,
    onLine: log.onLine,
    read: (...at) => reading(path, () => readSync(fd, ...at)),
  });

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
