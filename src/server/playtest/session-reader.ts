import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionResult } from "../../contract/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE, type Harness } from "../../kernel/run/index.ts";
import { resolveInside } from "../../kernel/store/index.ts";
import { loadLatest, newestOf, readResult, sessionReport, storedResult, verdictsOn, type SessionState } from "../../playtest/index.ts";
import type { IndexedSession } from "./session-index.ts";

/** A session with everything that was said in it. */
export type OpenSession = { readonly state: SessionState; readonly result: SessionResult; /** `session.json` tells of its last turn. */ readonly isWritten: boolean };

export type SessionReader = { open(session: IndexedSession): OpenSession; report(session: IndexedSession): string };

/** Those that were looked at last stay open: a page of turns must not fold a thousand of them. */
const MOST_OPEN = 8;

export function createSessionReader({ catalog, settings }: Harness): SessionReader {
  const opened = new Map<string, { stamp: number; session: OpenSession }>();

  function read(dir: string): OpenSession {
    const { state } = loadLatest(dir);
    const stored = storedResult(dir);
    if (stored?.turns === state.turn) return { state, result: { ...stored, dir }, isWritten: true };
    const { fold } = foldJournal(join(dir, JOURNAL_FILE));
    return { state, result: readResult(dir, { state, totals: fold.totals(), read: () => stored, catalog, weights: settings.scoreWeights }), isWritten: false };
  }

  function open({ id, dir, stamp }: IndexedSession): OpenSession {
    const known = opened.get(id);
    opened.delete(id);
    const session = known?.stamp === stamp ? known.session : read(dir);
    opened.set(id, { stamp, session });
    for (const old of [...opened.keys()].slice(0, -MOST_OPEN)) opened.delete(old);
    return session;
  }

  return {
    open,
    report(session) {
      const { state, result, isWritten } = open(session);
      // A link in a session's folder must not show what lies elsewhere.
      const written = resolveInside(session.dir, "report.md");
      if (isWritten && existsSync(written)) return readFileSync(written, "utf8");
      return sessionReport({ state, result, verdict: newestOf(verdictsOn(state, session.dir)) });
    },
  };
}
