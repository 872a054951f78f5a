import { ftruncateSync, writeSync } from "node:fs";
import { HarnessError } from "../errors/index.ts";
import { fileError } from "./file-error.ts";

/** Why: a disk can fill up in the middle of a line; this writer leaves only whole lines. */
type LogWriter = {
  /** Returns the offset of the bytes. They belong to the system when it returns: a kill does not lose them. */
  write(bytes: Buffer): number;
  size(): number;
};

type OpenLog = { fd: number; path: string };
/** A partly written line is cut off again: a log has one writer. */
export function logWriter({ fd, path, end }: OpenLog & { end: number }): LogWriter {
  let torn = false;
  const cut = () => {
    ftruncateSync(fd, end);
    torn = false;
  };
  return {
    size: () => end,
    write(bytes) {
      try {
        if (torn) cut();
        torn = true;
        writeAll(fd, bytes, end);
        torn = false;
      } catch (error) {
        try {
          cut();
        } catch {
          // The next write tries it first.
        }
        throw cannotWrite(error, path);
      }
      end += bytes.length;
      return end - bytes.length;
    },
  };
}

/** The disk may take only a part at a time. */
function writeAll(fd: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length;) {
    const took = writeSync(fd, bytes, done, bytes.length - done, position + done);
    if (took === 0) throw new Error(`the disk accepted ${done} of ${bytes.length} bytes`);
    done += took;
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
  let [written, synced] = [0, 0];
  let failure: HarnessError | undefined;
  return {
    wrote: () => void written++,
    failure: () => failure,
    async sync() {
      // Writes made during a flush may have missed it.
      const upTo = written;
      if (synced < upTo && !failure)
        await flush().then(
          () => (synced = Math.max(synced, upTo)),
          (error: unknown) => (failure ??= cannotWrite(error, path)),
        );
      if (failure) throw failure;
    },
  };
}
