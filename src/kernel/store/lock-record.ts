import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import type { Clock } from "../clock/index.ts";
import { errnoOf } from "./file-error.ts";
import { isRunning, processStart } from "./running-process.ts";

/** Why: a lock must say who holds it, well enough to tell a holder at work from one that was killed. */
export type LockRecord = {
  version: 1;
  pid: number;
  host: string;
  processStart: string | undefined;
  /** Names this very lock: no two are ever the same, so what was said of one is never taken for another. */
  token: string;
  since: string;
};

/** A lock file as found. A damaged one has a token too, made of its content, so that it can be taken over like any other. */
export type FoundLock = { path: string; token: string; record: LockRecord | undefined; newer: boolean };

export function newLockRecord(clock: Clock): LockRecord {
  return {
    version: 1,
    pid: process.pid,
    host: hostname(),
    processStart: processStart(process.pid),
    token: randomUUID(),
    since: clock.date().toISOString(),
  };
}

/** Undefined where there is no such file (any more). */
export async function readLock(path: string): Promise<FoundLock | undefined> {
  let text: string;
  try {
    text = await readFile(path, "latin1");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  const content = parse(Buffer.from(text, "latin1").toString("utf8"));
  const record = toRecord(content);
  const newer = typeof content?.["version"] === "number" && content["version"] > 1;
  return {
    path,
    record,
    newer,
    token: record?.token ?? createHash("sha256").update(text, "latin1").digest("hex").slice(0, 32),
  };
}

/** Whether somebody may still be working under this lock. Of another machine's processes nothing is known: they may. */
export function isHeld({ record, newer }: FoundLock): boolean {
  if (!record) return newer;
  return record.host !== hostname() || isRunning({ pid: record.pid, start: record.processStart });
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function toRecord(content: Record<string, unknown> | undefined): LockRecord | undefined {
  if (content?.["version"] !== 1) return undefined;
  const { pid, host, processStart, token, since } = content;
  if (
    typeof pid !== "number" ||
    !Number.isSafeInteger(pid) ||
    pid <= 0 ||
    typeof host !== "string" ||
    typeof since !== "string"
  )
    return undefined;
  // The token becomes part of a file name.
  if (typeof token !== "string" || !/^[0-9a-f-]{8,64}$/.test(token)) return undefined;
  return {
    version: 1,
    pid,
    host,
    token,
    since,
    processStart: typeof processStart === "string" ? processStart : undefined,
  };
}
