import { readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { linkIfFree } from "./link-if-free.ts";
import { isHeld, readLock, type FoundLock } from "./lock-record.ts";

/**
 * Why: several processes may find the same dead holder at the same moment, and one of them must win.
 *
 * Who may replace the lock with token T is who owns the file `.lock-after-T`, and only one can create it. Should that one
 * die before it is done, its own token takes T's place: the right passes to `.lock-after-<its token>`, and so on. A dead
 * one's claim is removed only with the lock in hand, so while `.lock` carries T the chain of claims has one end and one
 * living owner. Tokens never come back: a claim made too late finds another token in `.lock`, and is void.
 */
export type TakeOver = { won: true } | { won: false; heldBy: FoundLock | undefined };

const claimPrefix = ".lock-after-";
const longestChain = 100;

/** Puts the file `own` in place of a stale lock. Not won and held by nobody: things changed meanwhile, look again. */
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

/** With the lock in hand, every claim there is belongs to a lock of the past. */
async function removeClaims(dir: string): Promise<void> {
  const claims = (await readdir(dir)).filter((name) => name.startsWith(claimPrefix));
  await Promise.all(claims.map((name) => rm(join(dir, name), { force: true })));
}

/** A claim that cannot be removed is rubbish that does no harm; a lock won must not be lost over it. */
const leaveIt = () => {};
