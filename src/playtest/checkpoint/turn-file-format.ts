import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { turnFile, turnFileVersion, type TurnFile } from "../../contract/index.ts";
import { CheckpointError } from "./checkpoint-error.ts";

/**
 * A turn file is one line of JSON: a checksum, then either the body as it is, or (for snapshots,
 * which repeat what deltas hold) the body packed. Plain enough for jq, small enough to keep every turn.
 */
export function encodeTurnFile(file: TurnFile): { text: string; checksum: string } {
  const body = JSON.stringify(file);
  const checksum = digest(body);
  const content = file.kind === "snapshot" ? `"packed":"${gzipSync(body).toString("base64")}"` : `"body":${body}`;
  return { text: `{"checksum":"${checksum}","version":${turnFileVersion},"kind":"${file.kind}",${content}}\n`, checksum };
}

export function decodeTurnFile(text: string, path: string): { file: TurnFile; checksum: string } {
  let outer: { checksum?: unknown; version?: unknown; packed?: unknown; body?: unknown };
  try {
    outer = JSON.parse(text) as typeof outer;
  } catch (error) {
    throw new CheckpointError({ path, problem: text.trimEnd().endsWith("}") ? "it is not JSON" : "it ends in the middle: it was cut off", cause: error });
  }
  if (typeof outer !== "object" || outer === null || typeof outer.version !== "number") throw new CheckpointError({ path, problem: "it is no checkpoint" });
  if (outer.version > turnFileVersion) throw new CheckpointError({ path, problem: `it has format ${outer.version}, and this version reads up to ${turnFileVersion}`, remedy: "Upgrade rehearse." });
  const body = bodyOf(outer, path);
  const checksum = digest(body);
  if (checksum !== outer.checksum) throw new CheckpointError({ path, problem: "its checksum does not fit its content: it was changed or damaged" });
  const { data, error } = turnFile.safeParse(JSON.parse(body));
  if (!data) throw new CheckpointError({ path, problem: `it does not have the shape of a checkpoint: ${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`, cause: error });
  return { file: data, checksum };
}

function bodyOf({ packed, body }: { packed?: unknown; body?: unknown }, path: string): string {
  if (typeof packed !== "string") return JSON.stringify(body);
  try {
    return gunzipSync(Buffer.from(packed, "base64")).toString("utf8");
  } catch (error) {
    throw new CheckpointError({ path, problem: "its content cannot be unpacked: it was changed or damaged", cause: error });
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);
