import { readSync } from "node:fs";
import { decodeLine, longestLine } from "./checksummed-line.ts";

const firstRead = 16 * 1024;

/** The line that starts at an offset; undefined where none does or it is not as it was written. */
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
