import {
  close,
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { HarnessError } from "../errors/index.ts";
import { encodeLine, readLineAt, scanLines, type LogDamage, type LogLine } from "./checksummed-lines.ts";
import { errnoOf, fileError } from "./file-error.ts";
import { logSync, ownWriter, sharedWriter } from "./log-writer.ts";
import { syncFolder } from "./folders.ts";

/**
 * Why: paid answers must outlive the process. An append-only file of checksummed JSON lines: a line is safe from a kill
 * when `append` returns, and from a power cut when `sync` resolves.
 */
export type LineLog = {
  /** Several values are several lines in one write. Returns the offset of the first (in a shared log, a hint). */
  append(...values: Array<Record<string, unknown>>): number;
  /** The line at an offset; undefined: none starts there, or it is damaged. */
  read(offset: number): Record<string, unknown> | undefined;
  sync(): Promise<void>;
  /** Syncs, then closes, even if the sync fails. */
  close(): Promise<void>;
  size(): number;
};

export type LineLogOptions = {
  /** Gets each good line that already exists, in order. */
  onLine?: (line: LogLine) => void;
  /** Several processes append at the same time. */
  shared?: boolean;
};

const closeFile = promisify(close);
const flushFile = promisify(fdatasync);

/** Opens a log for appending, after reading its content. A torn last line is cut off (in a shared log, closed). */
export function openLineLog(
  path: string,
  { onLine, shared = false }: LineLogOptions = {},
): { log: LineLog; damage: LogDamage } {
  const { fd, made } = openFile(path, shared);
  try {
    const { damage, end: whole } = scan({ fd, path, onLine });
    const end = damage.tornBytes === 0 ? whole : mend({ fd, path, shared, whole, damage });
    return { log: lineLog({ fd, path, made, shared, end }), damage };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Reads a log that may belong to another process: creates, cuts and changes nothing. */
export function readLineLog(path: string, onLine: (line: LogLine) => void): LogDamage {
  const fd = reading(path, () => openSync(path, "r"));
  try {
    return scan({ fd, path, onLine }).damage;
  } finally {
    closeSync(fd);
  }
}

export function openLineReader(
  path: string,
  onLine: (line: LogLine) => void,
): Pick<LineLog, "read"> & { damage: LogDamage; close(): void } {
  const fd = reading(path, () => openSync(path, "r"));
  try {
    const { damage } = scan({ fd, path, onLine });
    return {
      damage,
      read: (offset) => reading(path, () => readLineAt(fd, offset)),
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

type OpenFile = { fd: number; path: string };

function lineLog({
  fd,
  path,
  made,
  shared,
  end,
}: OpenFile & { made: boolean; shared: boolean; end: number }): LineLog {
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

function openFile(path: string, shared: boolean): { fd: number; made: boolean } {
  // Following a link would append to its target.
  const flags = constants.O_RDWR | constants.O_NOFOLLOW | (shared ? constants.O_APPEND : 0);
  return reading(path, () => {
    try {
      return { fd: openSync(path, flags), made: false };
    } catch (error) {
      if (errnoOf(error) !== "ENOENT") throw error;
      return { fd: openSync(path, flags | constants.O_CREAT, 0o666), made: true };
    }
  });
}

function scan({ fd, path, onLine }: OpenFile & { onLine: LineLogOptions["onLine"] }): {
  damage: LogDamage;
  end: number;
} {
  // Only the present content: devices have no end, and a shared log may grow meanwhile.
  const size = reading(path, () => fstatSync(fd).size);
  return scanLines({ size, read: (...at) => reading(path, () => readSync(fd, ...at)), onLine });
}

type Torn = OpenFile & { shared: boolean; whole: number; damage: LogDamage };

/** Makes the next line start on its own, and returns its offset. */
function mend({ fd, path, shared, whole, damage }: Torn): number {
  return reading(path, () => {
    if (shared) return whole + damage.tornBytes + writeSync(fd, "\n");
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
      code: "log-closed",
      message: `The log ${path} is closed.`,
      remedy: "Open it again before using it.",
      exit: 3,
    });
}
