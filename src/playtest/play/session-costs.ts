/** What a session or many of them cost, of playing and of judging, by who spent it; all from the journals. */
import { dirname, join } from "node:path";
import type { PlayerAgent, Spent, Totals } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { foldJournal, lostCalls, sumOf, totalsOf } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { loadReadable, markAt, turnsIn } from "../checkpoint/index.ts";
import { judgingJournals } from "../judge/index.ts";
import { lateReaderOf, readingPath } from "../readings/index.ts";
import type { Costs } from "../report/index.ts";

/** Playing, reading and judging, by the journals. Those of later work are left out if they cannot be read. */
export function sessionCosts(dir: string, players = playersIn(dir)): Costs {
  const path = join(dir, JOURNAL_FILE);
  return sumCosts([
    ...(exists(path) ? [costsOf(path, players)] : []),
    ...laterJournals(dir).map((later) => ifReadable(() => costsOf(later, players), leftOut)),
  ]);
}

/** The same without the names of players, for which turns are read. */
export function sessionTotals(dir: string): Totals {
  const { entries, calls } = sessionCosts(dir, []);
  return totalsOf(entries, calls);
}

/** The same for many sessions, where players are added up by archetype. */
export function costsOfSessions(folders: readonly string[]): Costs {
  const { entries, ...sums } = sumCosts(folders.map((dir) => ifReadable(() => sessionCosts(dir), leftOut)));
  const byArchetype = entries.map((entry) => ({
    ...entry,
    player: entry.player && { archetype: entry.player.archetype ?? "unknown" },
  }));
  return { ...sums, entries: byArchetype };
}

/** `session`: the folder with the turns, which name the players. */
export const journalCosts = (path: string, session: string): Costs => costsOf(path, playersIn(session));

function costsOf(path: string, players: readonly PlayerAgent[]): Costs {
  const fold = foldJournal(path);
  const entries = fold.spending().map(({ seat, ...entry }) => {
    if (seat === undefined) return entry;
    const { name, archetype } = players.find((player) => player.seat === seat) ?? {};
    return { ...entry, player: { seat, name, archetype } };
  });
  return { entries, calls: fold.totals().calls, cautions: [] };
}

const NO_CALLS: Totals["calls"] = { completed: 0, reused: 0 };

const sumCosts = (all: readonly Costs[]): Costs => ({
  entries: all.flatMap(({ entries }) => entries),
  calls: all.reduce(
    (sum, { calls }) => ({ completed: sum.completed + calls.completed, reused: sum.reused + calls.reused }),
    NO_CALLS,
  ),
  cautions: all.flatMap(({ cautions }) => cautions),
});

const leftOut = ({ message }: HarnessError): Costs => ({
  entries: [],
  calls: NO_CALLS,
  cautions: [`${message} The totals do not include it.`],
});

/** None for a run without turns. */
const playersIn = (dir: string): readonly PlayerAgent[] =>
  ifReadable(
    () => (turnsIn(dir).length > 0 ? loadReadable(dir).state.config.group.players : []),
    () => [],
  );

export function ifReadable<Value>(read: () => Value, otherwise: (error: HarnessError) => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return otherwise(error);
  }
}

export const spentOnPlaying = (sessionDir: string): Spent => spentIn([join(sessionDir, JOURNAL_FILE)]);

/** The cost of judging it, and of the reading that `observe` made for it. */
export const spentAfterPlay = (sessionDir: string): Spent => spentIn(laterJournals(sessionDir));

/** Each question to a judge has its own journal, and so has a later reader. */
function laterJournals(dir: string): string[] {
  const reader = lateReaderOf(dir);
  const reading = reader === undefined ? [] : [join(dirname(readingPath(dir, reader, 1)), JOURNAL_FILE)];
  return [...reading.filter(exists), ...judgingJournals(dir)];
}

/** Both together. Nothing if a journal cannot be read: resuming the session says so. */
export const spentOnSession = (sessionDir: string): Spent =>
  ifReadable(
    () => sumOf([spentOnPlaying(sessionDir), spentAfterPlay(sessionDir)]),
    () => sumOf([]),
  );

/** The turn is read first: the journal of a running session can only have more by then. */
export function lostCallsIn(sessionDir: string): HarnessError | undefined {
  const last = exists(sessionDir) ? turnsIn(sessionDir).at(-1) : undefined;
  // Loading an unreadable turn says so.
  const mark = ifReadable(
    () => (last === undefined ? undefined : markAt(sessionDir, last)),
    () => undefined,
  );
  return lostCalls(join(sessionDir, JOURNAL_FILE), mark);
}

const spentIn = (journals: readonly string[]): Spent =>
  sumOf(journals.filter(exists).map((path) => foldJournal(path).totals().all));
