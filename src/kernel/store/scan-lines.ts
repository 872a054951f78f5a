import { decodeLine, longestLine } from "./checksummed-line.ts";

/** One good line: `length` counts its bytes with the newline, so that the next one starts at `offset + length`. */
export type LogLine = { offset: number; length: number; value: Record<string, unknown> };

export type LogDamage = {
  /** Bytes after the last newline: a line whose writer was stopped. */
  tornBytes: number;
  /** Lines that are not as they were written; `line` counts from 1. They stay where they are. */
  badLines: Array<{ line: number; offset: number; bytes: number }>;
};

const chunk = 256 * 1024;
const newline = 10;

type Scan = {
  size: number;
  /** Fills a piece of the buffer from a position of the file; gives how many bytes it got. */
  read(buffer: Buffer, at: number, length: number, position: number): number;
  onLine: ((line: LogLine) => void) | undefined;
};

/** Reads the first `size` bytes of a log in order, with memory for the longest line only. `end` is where the last whole line ends. */
export function scanLines({ size, read, onLine }: Scan): { damage: LogDamage; end: number } {
  const badLines: LogDamage["badLines"] = [];
  let buffer = Buffer.allocUnsafe(Math.min(chunk, Math.max(size, 1)));
  let base = 0; // where in the file the buffer starts
  let filled = 0;
  let start = 0; // where in the buffer the current line starts
  let dropped = 0; // bytes of the current line that were too many to keep
  let line = 1;

  while (base + filled < size) {
    buffer.copyWithin(0, start, filled);
    [base, filled, start] = [base + start, filled - start, 0];
    if (filled === buffer.length) {
      if (filled > longestLine) [base, dropped, filled] = [base + filled, dropped + filled, 0];
      else buffer = Buffer.concat([buffer], buffer.length * 2);
    }
    const got = read(buffer, filled, Math.min(buffer.length - filled, size - base - filled), base + filled);
    if (got === 0) break;
    const bytes = buffer.subarray(0, filled + got);
    for (let end = bytes.indexOf(newline, filled); end !== -1; end = bytes.indexOf(newline, start)) {
      const offset = base + start - dropped;
      const length = base + end + 1 - offset;
      const value = dropped === 0 ? decodeLine(bytes, start, end) : undefined;
      if (value) onLine?.({ offset, length, value });
      // An empty line is the newline with which a writer closed what another had left torn.
      else if (length > 1) badLines.push({ line, offset, bytes: length });
      start = end + 1;
      dropped = 0;
      line += 1;
    }
    filled += got;
  }
  return { damage: { tornBytes: dropped + filled - start, badLines }, end: base + start - dropped };
}
