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
const crcEnd = opening.length + 8;
const restStart = crcEnd + 2;
/** The line's bytes, newline included. */
export function encodeLine(value: Record<string, unknown>): Buffer {
  const json = jsonOf(value);
  if (typeof json !== "string" || !json.startsWith("{"))
    throw unfit(`it is not an object but ${String(json).slice(0, 40)}`);
  if (Object.hasOwn(value, "crc")) throw unfit('its key "crc" is the checksum\'s');
  const line = Buffer.from(json === "{}" ? '{"crc":"00000000"}\n' : `{"crc":"00000000",${json.slice(1)}\n`);
  if (line.length > longestLine) throw unfit(`it has ${line.length} bytes, more than ${longestLine}`);
  const crc = crc32(line.subarray(json === "{}" ? restStart - 1 : restStart, -1));
  line.write(crc.toString(16).padStart(8, "0"), opening.length, "latin1");
  return line;
}

/** Before the checksum is computed: removing a key later would change the line. */
function jsonOf(value: unknown): string | undefined {
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined ? undefined : withoutSecrets(json);
}

/** The value in `bytes` from `start` to `end` (newline excluded), or undefined if any bit has changed. */
function decodeLine(bytes: Buffer, start: number, end: number): Record<string, unknown> | undefined {
  const head = bytes.toString("latin1", start, Math.min(end, start + restStart));
  const [, crc, separator] = /^\{"crc":"([0-9a-f]{8})"([,}])$/.exec(head) ?? [];
  const empty = separator === "}";
  if (crc === undefined || (empty && end - start > restStart)) return undefined;
  const from = start + restStart - (empty ? 1 : 0);
  if (crc32(bytes.subarray(from, end)) !== Number.parseInt(crc, 16)) return undefined;
  try {
    return JSON.parse(`{${bytes.toString("utf8", from, end)}`) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function unfit(why: string): HarnessError {
  return new HarnessError({
    code: "bug",
    message: `A value cannot be a log line: ${why}.`,
    remedy: "Change the value before logging it.",
  });
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
  /** Several processes append: a line that one of them was killed in is closed by the next, and left out. */
  shared: boolean;
};

/**
 * Reads the first `size` bytes of a log in order, with memory for the longest line only. `end` is the end of the last
 * whole line; what follows is a line that was not finished.
 */
export function scanLines({ path, size, read, onLine, shared }: Scan): { end: number; tornBytes: number } {
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
      if (value) onLine?.({ offset: base + start, length: end + 1 - start, value });
      else if (!shared) throw badLine(path, line);
      start = end + 1;
      line += 1;
    }
    filled += got;
  }
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
