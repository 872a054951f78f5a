import { createHash, randomUUID } from "node:crypto";
import { readFile, readdir, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import type { Clock } from "../clock/index.ts";
import { errnoOf } from "./file-error.ts";
import { isRunning, processStart } from "./running-process.ts";
import { dirname, join } from "node:path";
import { linkIfFree } from "./write-file.ts";

/** Why: a lock must identify its holder well enough to tell a working one from a killed one. */
export type LockRecord = {
  version: 1;
  pid: number;
  host: string;
  processStart: string | undefined;
  /** Identifies this lock: tokens are never reused, so that one lock is never mistaken for another. */
  token: string;
  since: string;
};

/** A lock file as found. A damaged one gets a token from its content, so that it can be taken over like any other. */
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

/** Undefined: no such file (any more). */
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

/** Whether a process may still be working under this lock. Processes of another machine are unknown, so they may. */
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

/**
 * Why: several processes may find the same dead holder at the same moment, and one of them must win.
 *
 * The owner of the file `.lock-after-T` may replace the lock with token T, and only one process can create it. If that
 * one
 * dies before it is done, its own token takes T's place: the right passes to `.lock-after-<its token>`, and so on. A
 * dead
 * process's claim is removed only while holding the lock, so while `.lock` carries T the chain of claims has one end
 * and
 * one living owner. Tokens are never reused: a claim made too late finds another token in `.lock`, and is void.
 */
type TakeOver = { won: true } | { won: false; heldBy: FoundLock | undefined };

const claimPrefix = ".lock-after-";
const longestChain = 100;

/** Replaces a stale lock with the file `own`. Not won and not held: things changed meanwhile, look again. */
export async function takeOverLock({ stale, own }: { stale: FoundLock; own: string }): Promise<TakeOver> {
  const dir = dirname(stale.path);
  let last = stale.token;
  for (let dead = 1; dead <= longestChain; dead++) {
    const claim = join(dir, `${claimPrefix}${last}`);
    if (await linkIfFree(own, claim))
      return (await replace({ stale, own, claim })) ? { won: true } : { won: false, heldBy: undefined };
    const other = await readLock(claim);
    if (!other) break;
    if (isHeld(other)) return { won: false, heldBy: other };
    last = other.token;
  }
  return { won: false, heldBy: undefined };
}

async function replace({
  stale,
  own,
  claim,
}: {
  stale: FoundLock;
  own: string;
  claim: string;
}): Promise<boolean> {
  let won = false;
  try {
    if ((await readLock(stale.path))?.token !== stale.token) return false;
    await rename(own, stale.path);
    won = true;
    return true;
  } finally {
    await (won ? removeClaims(dirname(claim)) : rm(claim, { force: true })).catch(leaveIt);
  }
}

/** While holding the lock, every remaining claim belongs to an old lock. */
async function removeClaims(dir: string): Promise<void> {
  const claims = (await readdir(dir)).filter((name) => name.startsWith(claimPrefix));
  await Promise.all(claims.map((name) => rm(join(dir, name), { force: true })));
}

/** A claim that cannot be removed is harmless; a lock that was won must not be lost over it. */
const leaveIt = () => {};
