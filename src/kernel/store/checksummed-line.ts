import { crc32 } from "node:zlib";
import { HarnessError } from "../errors/index.ts";
import { withoutSecrets } from "../secrets/index.ts";

/**
 * Why: a line that was half written or changed on disk must be found, and still be plain JSON for jq and people.
 * So the checksum stands in front, as a key: `{"crc":"xxxxxxxx",<rest>}`, over all bytes of `<rest>}`.
 */
export const longestLine = 64 * 1024 * 1024;

const opening = Buffer.from('{"crc":"');
const crcEnd = opening.length + 8;
const restStart = crcEnd + 2;
const [quote, comma, curlyOpen, curlyClose] = Buffer.from('",{}') as Iterable<number> as [
  number,
  number,
  number,
  number,
];

/** The line's bytes, newline included. */
export function encodeLine(value: Record<string, unknown>): Buffer {
  const json = jsonOf(value);
  if (typeof json !== "string" || !json.startsWith("{"))
    throw unfit(`it is no object but ${String(json).slice(0, 40)}`);
  if (Object.hasOwn(value, "crc")) throw unfit('its key "crc" is the checksum\'s');
  const line = Buffer.from(json === "{}" ? '{"crc":"00000000"}\n' : `{"crc":"00000000",${json.slice(1)}\n`);
  if (line.length > longestLine) throw unfit(`it has ${line.length} bytes, more than ${longestLine}`);
  const crc = crc32(line.subarray(json === "{}" ? restStart - 1 : restStart, -1));
  line.write(crc.toString(16).padStart(8, "0"), opening.length, "latin1");
  return line;
}

/** Before the checksum is made: a key that was taken out later would look like damage. */
function jsonOf(value: unknown): string | undefined {
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined ? undefined : withoutSecrets(json);
}

/**
 * The value in `bytes` from `start` to `end` (newline excluded), or undefined where not every bit is as it was written.
 * Uses the bytes up: they may be changed.
 */
export function decodeLine(bytes: Buffer, start: number, end: number): Record<string, unknown> | undefined {
  if (end - start < restStart) return undefined;
  for (let i = 0; i < opening.length; i++) if (bytes[start + i] !== opening[i]) return undefined;
  if (bytes[start + crcEnd] !== quote) return undefined;
  const separator = start + crcEnd + 1;
  const empty = end === separator + 1 && bytes[separator] === curlyClose;
  if (!empty && bytes[separator] !== comma) return undefined;
  if (crc32(bytes.subarray(empty ? separator : separator + 1, end)) !== hexAt(bytes, start + opening.length))
    return undefined;
  if (empty) return {};
  // The rest with a bracket for the comma is the value as it was given: no copy, and no key to delete.
  bytes[separator] = curlyOpen;
  try {
    return JSON.parse(bytes.toString("utf8", separator, end)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Eight lower-case hex digits as a number; -1 for anything else (a capital is a flipped bit). */
function hexAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let i = at; i < at + 8; i++) {
    const digit = bytes[i]!;
    if (digit >= 48 && digit <= 57) value = value * 16 + digit - 48;
    else if (digit >= 97 && digit <= 102) value = value * 16 + digit - 87;
    else return -1;
  }
  return value;
}

function unfit(why: string): HarnessError {
  return new HarnessError({
    code: "unfit-line",
    message: `A value cannot be a log line: ${why}.`,
    remedy: "Change the value before it is logged.",
  });
}
