/**
 * How checkpoints are stored. A `turn-N.json` is one line of JSON: a checksum, then the body, plain, or packed for
 * snapshots, which repeat the turns between. Plain enough for jq, small enough to keep every turn. A whole checkpoint,
 * from `checkpoint --out`, has its fields after the checksum.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants } from "node:zlib";
import type { z } from "zod";
import {
  checkpoint,
  checkpointVersion,
  turnFile,
  turnFileVersion,
  type Checkpoint,
  type TurnFile,
} from "../../contract/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { CheckpointError, NewerCheckpointError, noCheckpoint } from "./checkpoint-error.ts";

export async function encodeTurnFile(file: TurnFile): Promise<{ text: string; checksum: string }> {
  // Keys are redacted before the checksum and the packing: after that they could not be found.
  const body = withoutSecrets(JSON.stringify(file));
  const checksum = digest(body);
  const content = file.kind === "snapshot" ? `"packed":"${await pack(body)}"` : `"body":${body}`;
  return {
    text: `{"checksum":"${checksum}","version":${turnFileVersion},"kind":"${file.kind}",${content}}\n`,
    checksum,
  };
}

export function decodeTurnFile(text: string, path: string): { file: TurnFile; checksum: string } {
  const outer = openEnvelope(text, path);
  if (outer.kind !== "turn" && outer.kind !== "snapshot") throw noCheckpoint(path);
  refuseNewer(outer.version, turnFileVersion, path);
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
  refuseNewer(body.version, checkpointVersion, path);
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
    if (!/^\s*(\{|$)/.test(text)) throw noCheckpoint(path, error);
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
  return outer as Envelope;
}

export function refuseNewer(found: number, known: number, path: string): void {
  if (found > known)
    throw new NewerCheckpointError({
      path,
      problem: `it has format ${found}; this version reads up to ${known}`,
      remedy: "Upgrade rehearse.",
    });
}

export function verifyChecksum(body: string, told: unknown, path: string): string {
  const checksum = digest(body);
  if (checksum !== told)
    throw new CheckpointError({
      path,
      problem: "its checksum does not match: it was changed or damaged",
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
    throw new CheckpointError({ path, problem: "its content is missing: it was changed or damaged" });
  if (typeof packed !== "string") return JSON.stringify(body ?? null);
  try {
    return brotliDecompressSync(Buffer.from(packed, "base64")).toString("utf8");
  } catch (error) {
    throw new CheckpointError({
      path,
      problem: "its content cannot be unpacked: it was changed or damaged",
      cause: error,
    });
  }
}
