import { fstatSync, ftruncateSync, readSync, writeSync } from "node:fs";
import { HarnessError } from "../errors/index.ts";
import { fileError } from "./file-error.ts";

/** Why: a disk can fill up in the middle of a line; these writers leave only whole lines. */
type LogWriter = {
  /** Returns the offset of the bytes. They belong to the system when it returns: a kill does not lose them. */
  write(bytes: Buffer): number;
  size(): number;
};

type OpenLog = { fd: number; path: string };
const newline = Buffer.from("\n");

/** For a log with one writer: a partly written line is cut off again. */
export function ownWriter({ fd, path, end }: OpenLog & { end: number }): LogWriter {
  let torn: unknown;
  const cut = () => {
    ftruncateSync(fd, end);
    torn = undefined;
  };

  return {
    size: () => end,
    write(bytes) {
      if (torn !== undefined) attempt(cut, () => cannotWrite(torn, path));
      const { done, error } = writeAll(fd, bytes, end);
      if (error !== undefined) {
        if (done > 0) {
          torn = error;
          // If even this fails, the next write tries it first.
          attempt(cut, () => cannotWrite(error, path));
        }
        throw cannotWrite(error, path);
      }
      end += bytes.length;
      return end - bytes.length;
    },
  };
}

/** For a log that several processes append to: nothing is ever cut off, a torn line is closed with a newline. */
export function sharedWriter({ fd, path, end }: OpenLog & { end: number }): LogWriter {
  let wholeAt = end;

  return {
    size: () => fstatSync(fd).size,
    write(bytes) {
      const size = fstatSync(fd).size;
      // Another process wrote meanwhile, and may have been killed in the middle of it.
      const torn = size !== wholeAt && !endsWithNewline(fd, size);
      const lines = torn ? Buffer.concat([newline, bytes]) : bytes;
      const { done, error } = writeAll(fd, lines, null);
      if (error !== undefined) {
        if (done > 0) writeAll(fd, newline, null);
        wholeAt = -1;
        throw cannotWrite(error, path);
      }
      wholeAt = size + lines.length;
      return wholeAt - bytes.length;
    },
  };
}

/** At `position`, or at the file's end if null. The disk may take only a part: `done` says how much. */
function writeAll(fd: number, bytes: Buffer, position: number | null): { done: number; error?: unknown } {
  let done = 0;
  try {
    while (done < bytes.length) {
      const took = writeSync(
        fd,
        bytes,
        done,
        bytes.length - done,
        position === null ? null : position + done,
      );
      if (took === 0) throw new Error(`the disk accepted ${done} of ${bytes.length} bytes`);
      done += took;
    }
    return { done };
  } catch (error) {
    return { done, error };
  }
}

function endsWithNewline(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || readSync(fd, last, 0, 1, size - 1) === 0 || last.equals(newline);
}

function attempt(action: () => void, otherwise: () => HarnessError): void {
  try {
    action();
  } catch {
    throw otherwise();
  }
}

/** "disk-full" or "cannot-write": a failure of an open log is the machine's, never the caller's. */
function cannotWrite(error: unknown, path: string): HarnessError {
  const { code, message, remedy } = fileError(error, { doing: "append to", path });
  return new HarnessError({
    code: code === "disk-full" ? code : "cannot-write",
    message,
    remedy,
    exit: 3,
    cause: error,
  });
}

/** Why: many jobs sync the same log at the same time; one flush serves them all. */
type LogSync = {
  /** Something written is not on disk yet. */
  wrote(): void;
  sync(): Promise<void>;
  /**
   * A failed sync stays failed: the system drops what it could not write, so a second try would report false success.
   */
  failure(): HarnessError | undefined;
};

/** `flush` syncs: everything written before it starts is on disk when it resolves. */
export function logSync({ flush, path }: { flush: () => Promise<void>; path: string }): LogSync {
  let written = 0;
  let synced = 0;
  let running: Promise<void> | undefined;
  let failure: HarnessError | undefined;

  async function run(): Promise<void> {
    // Writes made during a flush may have missed it.
    const upTo = written;
    try {
      await flush();
      synced = upTo;
    } catch (error) {
      failure = cannotWrite(error, path);
    } finally {
      running = undefined;
    }
  }

  return {
    wrote: () => void written++,
    failure: () => failure,
    async sync() {
      const wanted = written;
      while (synced < wanted && !failure) await (running ??= run());
      if (failure) throw failure;
    },
  };
}
