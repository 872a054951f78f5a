import { checkpoint, checkpointVersion, type Checkpoint } from "../../contract/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { digest, openEnvelope, refuseNewer, verifyChecksum } from "./envelope.ts";

/** A checkpoint that stands alone, as a file: its fields as they are, behind a checksum of them. */
export function encodeWholeFile(whole: Checkpoint): string {
  const body = withoutSecrets(JSON.stringify(whole));
  return `{"checksum":"${digest(body)}",${body.slice(1)}\n`;
}

/** Undefined where the file is of another kind. */
export function decodeWholeFile(text: string, path: string): Checkpoint | undefined {
  const { checksum, ...body } = openEnvelope(text, path);
  if (body.kind !== "checkpoint") return undefined;
  refuseNewer(body.version, checkpointVersion, path);
  verifyChecksum(JSON.stringify(body), checksum, path);
  const { data, error } = checkpoint.safeParse(body);
  if (!data)
    throw new CheckpointError({
      path,
      problem: `it does not have the shape of a checkpoint: ${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`,
      cause: error,
    });
  return data;
}
