/** Reads a session from its files: the turns before the first that cannot be read, and the result. */
import type { Points, SessionResult } from "../../contract/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import type { Catalog } from "../../kernel/models/index.ts";
import {
  loadNewTurns,
  loadReadable,
  readResult,
  sessionTotals,
  storedResult,
  type Readable,
  type SessionState,
} from "../../playtest/index.ts";

export type ReadSession = {
  readonly state: SessionState;
  readonly result: SessionResult;
  /** The error of the first turn that is not in `state`. */
  readonly unreadable?: HarnessError | undefined;
};

export type ReadTools = { states: SessionStates; catalog: Catalog; points?: Points | undefined };

/** One result for lists and pages: the stored one if it fits the turns, otherwise one built from the turns. */
export function readSession(dir: string, { states, catalog, points }: ReadTools): ReadSession {
  const { state, unreadable } = states.latest(dir);
  const stored = storedResult(dir);
  if (stored?.turns === state.turn && !unreadable) return { state, result: { ...stored, dir } };
  const result = readResult(dir, {
    state,
    totals: sessionTotals(dir),
    unreadable,
    read: () => stored,
    catalog,
    ...(points && { points }),
  });
  return { state, result, unreadable };
}

/** The latest states of sessions. A known state is continued, so each turn of a watched session is folded once. */
type SessionStates = { latest(dir: string): Readable };

/** The most recently used states are kept. */
const MOST = 24;

export function createSessionStates(): SessionStates {
  const kept = new Map<string, Readable>();
  return {
    latest(dir) {
      const before = kept.get(dir);
      kept.delete(dir);
      const now = (before && continueFrom(dir, before)) ?? loadReadable(dir);
      kept.set(dir, now);
      for (const old of [...kept.keys()].slice(0, -MOST)) kept.delete(old);
      return now;
    },
  };
}

function continueFrom(dir: string, before: Readable): Readable | undefined {
  try {
    return loadNewTurns(dir, before);
  } catch {
    // A full load reports what is wrong.
    return undefined;
  }
}
