/** Reads a stored session's folder: its result, its costs, and what comparing needs. */
import type { NoteCode, Points, SessionResult, Totals } from "../../contract/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import { createCatalog, type Catalog } from "../../kernel/models/index.ts";
import { CheckpointError, turnPath } from "../checkpoint/index.ts";
import type { Compared } from "../compare/index.ts";
import { houseCast } from "../house/index.ts";
import { CALIBRATIONS, newestOf, readCalibrations, storedOn, verdictsOn } from "../judge/index.ts";
import { lostCallsIn, sessionCosts, sessionResult, sessionTotals, storedResult } from "../play/index.ts";
import { loadLatest, loadReadable } from "../readings/index.ts";
import { sessionReport } from "../report/index.ts";
import type { SessionState } from "../session/index.ts";

export type ReadOptions = {
  state: SessionState;
  totals: Totals;
  /** Why its later turns are not in `state`. */
  unreadable?: HarnessError | undefined;
  /** Reads `session.json`; by default an unreadable one is refused. */
  read?: (dir: string) => SessionResult | undefined;
  /** With the user's own models. */
  catalog?: Catalog;
  /** For a session that has no score yet. */
  points?: Points;
  /** Of this call, if it is not the session's. */
  budget?: number | undefined;
  /** How to call Rehearse where the result is read. */
  command?: string;
};

/**
 * The result, rebuilt from the turns and the journal. A session that is being played, or was killed, has no
 * `session.json` or an outdated one; facts that only that file has are taken from it if it covers the same turns.
 */
export function readResult(
  dir: string,
  { state, totals, unreadable, read = storedResult, ...known }: ReadOptions,
): SessionResult {
  const stored = read(dir);
  const lost = lostCallsIn(dir);
  const catalog = known.catalog ?? createCatalog({ houseMembers: houseCast.map(({ name }) => name) });
  const verdicts = storedOn(state, dir);
  const isCurrent = stored?.turns === state.turn;
  const points = stored?.metrics?.score.points ?? known.points;
  return sessionResult({
    state,
    dir,
    totals,
    stopped: unreadable,
    budget: known.budget ?? stored?.budget ?? state.config.budget,
    catalog,
    notes: [
      ...(lost ? [{ code: "lost-calls" as const, text: lost.message }] : []),
      ...(isCurrent ? stored.notes : []).filter(
        ({ code }) =>
          ONLY_STORED.has(code) ||
          (code === "not-scored" && verdicts.length === 0 && stored?.unjudged?.why === undefined),
      ),
    ],
    verdicts,
    unjudged: isCurrent ? stored.unjudged : undefined,
    points,
    command: known.command,
    written: isCurrent ? pickWritten(stored) : undefined,
  });
}

const pickWritten = ({ outcome, why, models, house }: SessionResult) => ({ outcome, why, models, house });

/** Notes on how it was played, which its turns and its journal do not tell. */
const ONLY_STORED: ReadonlySet<NoteCode> = new Set([
  "recording",
  "possibly-billed",
  "lock-taken-over",
  "torn-line",
]);

/** A stored session now: its turns before the first that cannot be read, its costs and its result. */
export function readSession(
  dir: string,
  { command }: Pick<ReadOptions, "command"> = {},
): {
  state: SessionState;
  totals: Totals;
  result: SessionResult;
  unreadable?: HarnessError;
} {
  const loaded = loadReadable(dir);
  const { state } = loaded;
  const unreadable = loaded.unreadable ?? missingTurn(dir, state.turn);
  const totals = sessionTotals(dir);
  return { state, totals, result: readResult(dir, { state, totals, unreadable, command }), unreadable };
}

/** The result is written after the last turn, so that it never has more turns than there are files. */
const missingTurn = (dir: string, last: number): HarnessError | undefined =>
  (storedResult(dir)?.turns ?? 0) > last
    ? new CheckpointError({ path: turnPath(dir, last + 1), problem: "it is missing" })
    : undefined;

/** The report of a stored session, with its newest verdict. */
export const storedReport = (
  dir: string,
  { state, result, command }: { state: SessionState; result: SessionResult; command: string },
): string =>
  sessionReport({
    state,
    result,
    costs: sessionCosts(dir),
    command,
    verdict: newestOf(verdictsOn(state, dir)),
    calibrations: readCalibrations(CALIBRATIONS),
  });

export function readCompared(dir: string): Compared {
  const { state } = loadLatest(dir);
  return { dir, state, result: readResult(dir, { state, totals: sessionTotals(dir) }) };
}
