/**
 * How checkpoints are stored. A `turn-N.json` is one line of JSON: a checksum, then the body, plain, or packed for the
 * first file of a folder, which in a branch repeats the parent's turns. Plain enough for jq, small enough to keep every
 * turn. A whole checkpoint, from `export --checkpoint`, has its fields after the checksum.
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants } from "node:zlib";
import type { z } from "zod";
import { checkpoint, formatVersion, turnFile, type Checkpoint, type TurnFile } from "../../contract/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { LARGEST_STORED, requireFormat } from "../../kernel/store/index.ts";
import { CheckpointError } from "./checkpoint-error.ts";

export async function encodeTurnFile(file: TurnFile): Promise<{ text: string; checksum: string }> {
  // Keys are redacted before the checksum and the packing: after that they could not be found.
  const body = withoutSecrets(JSON.stringify(file));
  const checksum = digest(body);
  const content = file.kind === "start" ? `"packed":"${await pack(body)}"` : `"body":${body}`;
  return {
    text: `{"checksum":"${checksum}","version":${formatVersion},"kind":"${file.kind}",${content}}\n`,
    checksum,
  };
}

export function decodeTurnFile(text: string, path: string): { file: TurnFile; checksum: string } {
  const outer = openEnvelope(text, path);
  if (outer.kind !== "turn" && outer.kind !== "start") throw noCheckpoint(path);
  const body = bodyOf(outer, path);
  const checksum = verifyChecksum(body, outer.checksum, path);
  const { data, error } = turnFile.safeParse(JSON.parse(body));
  if (!data) throw misshapen(path, error);
  return { file: data, checksum };
}

export function encodeWholeFile(whole: Checkpoint): string {
  const body = withoutSecrets(JSON.stringify(whole));
  return `{"checksum":"${digest(body)}",${body.slice(1)}\n`;
}

/** Undefined: the file is of another kind. */
export function decodeWholeFile(text: string, path: string): Checkpoint | undefined {
  const { checksum, ...body } = openEnvelope(text, path);
  if (body.kind !== "checkpoint") return undefined;
  verifyChecksum(JSON.stringify(body), checksum, path);
  const { data, error } = checkpoint.safeParse(body);
  if (!data) throw misshapen(path, error);
  return data;
}

/** The start of every stored checkpoint: a checksum of the rest, and the version of its format. */
export type Envelope = {
  checksum?: unknown;
  version: number;
  kind?: unknown;
  packed?: unknown;
  body?: unknown;
};

export function openEnvelope(text: string, path: string): Envelope {
  let outer: unknown;
  try {
    outer = JSON.parse(text);
  } catch (error) {
    if (!/^\s*(\{|$)/.test(text)) throw noCheckpoint(path);
    throw new CheckpointError({
      path,
      problem: text.trimEnd().endsWith("}") ? "it is not JSON" : "it is truncated",
      cause: error,
    });
  }
  if (
    typeof outer !== "object" ||
    outer === null ||
    !("version" in outer) ||
    typeof outer.version !== "number"
  )
    throw noCheckpoint(path);
  requireFormat(outer, path);
  return outer as Envelope;
}

const noCheckpoint = (path: string): CheckpointError =>
  new CheckpointError({
    code: /^turn-\d+\.json$/.test(basename(path)) ? "damaged-file" : "wrong-folder",
    path,
    problem: "it is not a checkpoint",
  });

export function verifyChecksum(body: string, told: unknown, path: string): string {
  const checksum = digest(body);
  if (checksum !== told)
    throw new CheckpointError({
      path,
      problem: "its checksum does not match: it was changed after it was written",
    });
  return checksum;
}

export const digest = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 22);

export const misshapen = (path: string, error: z.ZodError): CheckpointError =>
  new CheckpointError({
    path,
    problem: `it is not a valid checkpoint: ${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`,
    cause: error,
  });

/** On another thread, so that other sessions continue; one at a time, because each takes megabytes. */
function pack(body: string): Promise<string> {
  const packed = packing.then(async () =>
    (
      await compress(body, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        },
      })
    ).toString("base64"),
  );
  packing = packed.catch(() => {});
  return packed;
}

let packing: Promise<unknown> = Promise.resolve();
const compress = promisify(brotliCompress);
/** A tenth larger than the next quality, in a third of the time. */
const QUALITY = 3;

export function bodyOf({ packed, body }: Envelope, path: string): string {
  if (packed === undefined && body === undefined)
    throw new CheckpointError({ path, problem: "its content is missing" });
  if (typeof packed !== "string") return JSON.stringify(body ?? null);
  try {
    // A file of 2 KB can unpack to gigabytes.
    return brotliDecompressSync(Buffer.from(packed, "base64"), {
      maxOutputLength: LARGEST_STORED,
    }).toString();
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new CheckpointError({
      path,
      problem: isTooLarge
        ? `it unpacks to more than ${LARGEST_STORED / 1024 / 1024} MB`
        : "its content cannot be unpacked",
      cause: error,
    });
  }
}
