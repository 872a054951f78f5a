/** Reads a stored session's folder: its result, its costs, and what comparing needs. */
import { join } from "node:path";
import type { NoteCode, Points, SessionResult, Totals } from "../../contract/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import { createFold, foldJournal, lostNotes, markOf } from "../../kernel/journal/index.ts";
import { createCatalog, type Catalog } from "../../kernel/models/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { CheckpointError, turnPath } from "../checkpoint/index.ts";
import type { Compared } from "../compare/index.ts";
import { houseCast } from "../house/index.ts";
import { CALIBRATIONS, newestOf, readCalibrations, storedOn, verdictsOn } from "../judge/index.ts";
import { findLostCalls, playingTime, sessionCosts, sessionResult, storedResult } from "../play/index.ts";
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
  const lost = findLostCalls(dir, { totals, result: stored });
  const catalog = known.catalog ?? createCatalog({ houseMembers: houseCast.map(({ name }) => name) });
  const verdicts = storedOn(state, dir);
  const isCurrent = stored?.turns === state.turn;
  const points = stored?.metrics?.score.points ?? known.points;
  return sessionResult({
    state,
    dir,
    totals,
    stopped: unreadable,
    durationMs: playingTime(state, stored),
    budget: stored?.budget ?? state.config.budget,
    catalog,
    notes: [
      ...lostNotes(lost),
      ...(isCurrent ? stored.notes : []).filter(
        ({ code }) =>
          ONLY_STORED.has(code) ||
          (code === "not-scored" && verdicts.length === 0 && stored?.unjudged?.why === undefined),
      ),
    ],
    journal: lost && markOf(totals.all, lost),
    verdicts,
    unjudged: isCurrent ? stored.unjudged : undefined,
    points,
    command: known.command,
    ...(isCurrent && { written: pickWritten(stored) }),
    ...(isCurrent && stored.metrics && { kept: { quality: stored.metrics.quality, judged: stored.judged } }),
  });
}

const pickWritten = ({ outcome, why, models, house }: SessionResult) => ({ outcome, why, models, house });

/** Notes on how it was played, which its turns and its journal do not tell. */
const ONLY_STORED: ReadonlySet<NoteCode> = new Set([
  "recording",
  "nothing-planted",
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
  const totals = totalsOf(dir);
  return { state, totals, result: readResult(dir, { state, totals, unreadable, command }), unreadable };
}

/** The result is written after the last turn, so that it never has more turns than there are files. */
const missingTurn = (dir: string, last: number): HarnessError | undefined =>
  (storedResult(dir)?.turns ?? 0) > last
    ? new CheckpointError({ path: turnPath(dir, last + 1), problem: "it is missing" })
    : undefined;

/** Nothing without a journal: what turns and result know of it is reported as lost. */
function totalsOf(dir: string): Totals {
  const path = join(dir, JOURNAL_FILE);
  return (exists(path) ? foldJournal(path) : createFold()).totals();
}

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

/** What a session cost, playing by its journal and judging by its result; and how it ended. */
export function readCosts(dir: string): { cost: number | null; outcome: string } {
  const { all } = totalsOf(dir);
  const stored = storedResult(dir);
  const judging = stored?.judged
    ? { cost: stored.cost.byRole.judge ?? 0, unpriced: stored.judged.unpriced }
    : { cost: 0, unpriced: 0 };
  return {
    cost: all.unpriced + judging.unpriced > 0 ? null : all.cost + judging.cost,
    outcome: stored?.outcome ?? "unfinished",
  };
}

export function readCompared(dir: string): Compared {
  const { state } = loadLatest(dir);
  return { dir, state, result: readResult(dir, { state, totals: totalsOf(dir) }) };
}
