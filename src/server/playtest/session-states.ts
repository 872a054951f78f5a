import { loadLatest, loadOnward, type Loaded } from "../../playtest/index.ts";

/** Sessions as they stand. What is known of one is gone on from: each turn of a session that is watched is folded once. */
export type SessionStates = { latest(dir: string): Loaded };

/** Those that were asked for last: what is played now, and what pages are open on. */
const MOST = 24;

export function createSessionStates(): SessionStates {
  const kept = new Map<string, Loaded>();
  return {
    latest(dir) {
      const before = kept.get(dir);
      kept.delete(dir);
      const now = (before && goOn(dir, before)) ?? loadLatest(dir);
      kept.set(dir, now);
      for (const old of [...kept.keys()].slice(0, -MOST)) kept.delete(old);
      return now;
    },
  };
}

function goOn(dir: string, before: Loaded): Loaded | undefined {
  try {
    return loadOnward(dir, before);
  } catch {
    // Loading it anew says what is wrong, or finds a way around it.
    return undefined;
  }
}
