import { createHash } from "node:crypto";
import { CheckpointError, NewerCheckpointError, noCheckpoint } from "./checkpoint-error.ts";

/** What every stored checkpoint begins with, whatever is inside: a checksum of the rest, and the version of its form. */
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
      problem: text.trimEnd().endsWith("}") ? "it is not JSON" : "it ends in the middle: it was cut off",
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
      problem: `it has format ${found}, and this version reads up to ${known}`,
      remedy: "Upgrade rehearse.",
    });
}

export function verifyChecksum(body: string, told: unknown, path: string): string {
  const checksum = digest(body);
  if (checksum !== told)
    throw new CheckpointError({
      path,
      problem: "its checksum does not fit its content: it was changed or damaged",
    });
  return checksum;
}

export const digest = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 22);
