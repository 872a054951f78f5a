import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants } from "node:zlib";
import { turnFile, turnFileVersion, type TurnFile } from "../../contract/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { CheckpointError, noCheckpoint } from "./checkpoint-error.ts";
import { digest, openEnvelope, refuseNewer, verifyChecksum, type Envelope } from "./envelope.ts";

/**
 * A turn file is one line of JSON: a checksum, then either the body as it is, or (for snapshots,
 * which repeat what deltas hold) the body packed. Plain enough for jq, small enough to keep every turn.
 */
export async function encodeTurnFile(file: TurnFile): Promise<{ text: string; checksum: string }> {
  // Before the checksum, and before it is packed: nobody could find a key after that.
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
  if (!data)
    throw new CheckpointError({
      path,
      problem: `it does not have the shape of a checkpoint: ${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`,
      cause: error,
    });
  return { file: data, checksum };
}

/** On another thread, so that fifty sessions that begin at once go on meanwhile; and one by one, since each takes megabytes while it lasts. */
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
/** A tenth larger than the next ones, in a third of their time. */
const QUALITY = 3;

/** What stands in the envelope, unpacked. */
export function bodyOf({ packed, body }: Envelope, path: string): string {
  if (packed === undefined && body === undefined)
    throw new CheckpointError({ path, problem: "its content is not there: it was changed or damaged" });
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
