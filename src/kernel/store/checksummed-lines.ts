import { crc32 } from "node:zlib";
import { HarnessError } from "../errors/index.ts";
import { withoutSecrets } from "../secrets/index.ts";
import { readSync } from "node:fs";

/**
 * Why: a half-written or changed line must be detected, and still be plain JSON for jq and people. So the checksum
 * comes first, as a key: `{"crc":"xxxxxxxx",<rest>}`, over all bytes of `<rest>}`.
 */
const longestLine = 64 * 1024 * 1024;

const opening = Buffer.from('{"crc":"');
const restStart = opening.length + '00000000",'.length;
/** The line's bytes, newline included. The value has a field at least, and none of the name `crc`. */
export function encodeLine(value: Record<string, unknown>): Buffer {
  const line = Buffer.from(`{"crc":"00000000",${withoutSecrets(JSON.stringify(value)).slice(1)}\n`);
  if (line.length > longestLine)
    throw new HarnessError({
      code: "bug",
      message: `A value cannot be a log line: it has ${line.length} bytes, more than ${longestLine}.`,
      remedy: "Change the value before logging it.",
    });
  const crc = crc32(line.subarray(restStart, -1));
  line.write(crc.toString(16).padStart(8, "0"), opening.length, "latin1");
  return line;
}

/** The value in `bytes` from `start` to `end` (newline excluded), or undefined if any bit has changed. */
function decodeLine(bytes: Buffer, start: number, end: number): Record<string, unknown> | undefined {
  const head = bytes.toString("latin1", start, Math.min(end, start + restStart));
  const [, crc] = /^\{"crc":"([0-9a-f]{8})",$/.exec(head) ?? [];
  if (crc === undefined || crc32(bytes.subarray(start + restStart, end)) !== Number.parseInt(crc, 16))
    return undefined;
  try {
    return JSON.parse(`{${bytes.toString("utf8", start + restStart, end)}`) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** One good line: `length` counts its bytes with the newline, so that the next one starts at `offset + length`. */
export type LogLine = { offset: number; length: number; value: Record<string, unknown> };

const chunk = 256 * 1024;
const newline = 10;

type Scan = {
  path: string;
  size: number;
  /** Fills part of the buffer from a file position; returns the number of bytes. */
  read(buffer: Buffer, at: number, length: number, position: number): number;
  onLine: ((line: LogLine) => void) | undefined;
};

/**
 * Reads the first `size` bytes of a log in order, with memory for the longest line only. `end` is the end of the last
 * whole line; what follows is a line that was not finished.
 */
export function scanLines({ path, size, read, onLine }: Scan): { end: number; tornBytes: number } {
  let buffer = Buffer.allocUnsafe(Math.min(chunk, Math.max(size, 1)));
  let base = 0; // where in the file the buffer starts
  let filled = 0;
  let start = 0; // where in the buffer the current line starts
  let line = 1;

  while (base + filled < size) {
    buffer.copyWithin(0, start, filled);
    [base, filled, start] = [base + start, filled - start, 0];
    if (filled > longestLine) throw badLine(path, line);
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    const got = read(buffer, filled, Math.min(buffer.length - filled, size - base - filled), base + filled);
    if (got === 0) break;
    const bytes = buffer.subarray(0, filled + got);
    for (let end = bytes.indexOf(newline, filled); end !== -1; end = bytes.indexOf(newline, start)) {
      const value = decodeLine(bytes, start, end);
      if (!value) throw badLine(path, line);
      onLine?.({ offset: base + start, length: end + 1 - start, value });
      start = end + 1;
      line += 1;
    }
    filled += got;
  }
  // Only a line of a log may be cut off: anything else is somebody's file.
  const begun = buffer.toString("latin1", start, Math.min(filled, start + opening.length));
  if (!opening.toString().startsWith(begun)) throw badLine(path, line);
  return { end: base + start, tornBytes: filled - start };
}

const badLine = (path: string, line: number): HarnessError =>
  new HarnessError({
    code: "damaged-file",
    message: `${path} is unreadable: line ${line} was changed after it was written.`,
    remedy: "Restore the file from a copy, or start again in another folder. The file was not changed.",
    exit: 3,
  });

const firstRead = 16 * 1024;

/** The line that starts at an offset; undefined: none does. */
export function readLineAt(fd: number, offset: number): Record<string, unknown> | undefined {
  if (!Number.isSafeInteger(offset) || offset < 0) return undefined;
  let buffer = Buffer.allocUnsafe(firstRead);
  let filled = 0;
  while (filled <= longestLine) {
    const got = readSync(fd, buffer, filled, buffer.length - filled, offset + filled);
    if (got === 0) return undefined;
    const end = buffer.subarray(0, filled + got).indexOf("\n", filled);
    if (end !== -1) return decodeLine(buffer, 0, end);
    filled += got;
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
  }
  return undefined;
}
