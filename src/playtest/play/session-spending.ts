/** The cost of a session: from its journals, including calls that its journal has lost. */
import { join } from "node:path";
import type { JournalMark, LostCalls, SessionResult, Spent, Totals } from "../../contract/index.ts";
import {
  createFold,
  foldJournal,
  lostSince,
  lostSpent,
  markOf,
  requireWhole,
  sumOf,
} from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists, namesIn } from "../../kernel/store/index.ts";
import { markAt, turnsIn } from "../checkpoint/index.ts";
import { judgingJournals } from "../judge/index.ts";
import { lastResult } from "./result-files.ts";
import { ifReadable } from "./session-costs.ts";

export const spentOnPlaying = (sessionDir: string): Spent => spentIn([join(sessionDir, JOURNAL_FILE)]);

/** The cost of judging it: each question has its own journal. */
export const spentOnJudging = (sessionDir: string): Spent => spentIn(judgingJournals(sessionDir));

/** Both together, lost calls included. Nothing if a journal cannot be read: resuming the session says so. */
export const spentOnSession = (sessionDir: string): Spent =>
  ifReadable(
    () => {
      const lost = findLostCalls(sessionDir);
      return sumOf([
        spentOnPlaying(sessionDir),
        spentOnJudging(sessionDir),
        ...(lost ? [lostSpent(lost)] : []),
      ]);
    },
    () => sumOf([]),
  );

/**
 * The calls that a session's saved turns and result know of, but its journal does not. Turns and result are read first:
 * the journal of a running session can only have more by then.
 */
export function findLostCalls(
  dir: string,
  held?: { totals: Totals; result: SessionResult | undefined },
): LostCalls | undefined {
  if (!exists(dir)) return undefined;
  const [first, ...own] = turnsIn(dir);
  if (first === undefined) return undefined;
  // Loading an unreadable turn says so.
  const mark = ifReadable(
    () => markAt(dir, own.at(-1) ?? first),
    () => undefined,
  );
  const result = held ? held.result : lastResult(dir);
  const known = [mark, result && (result.journal ?? markOf(result.totals.all))].filter(
    (each): each is JournalMark => each !== undefined,
  );
  const path = join(dir, JOURNAL_FILE);
  const totals = held?.totals ?? (exists(path) ? foldJournal(path) : createFold()).totals();
  return known
    .map((each) => lostSince(each, totals.all, path))
    .filter((each) => each !== undefined)
    .toSorted((a, b) => b.attempts - a.attempts || b.money!.cost - a.money!.cost)
    .at(0);
}

/** None of an unreadable session: playing it says so. */
export const lostCallsIn = (sessions: readonly string[]): LostCalls[] =>
  sessions.flatMap((dir) =>
    ifReadable(
      () => findLostCalls(dir) ?? [],
      () => [],
    ),
  );

/** The budget of many sessions. Refused if journals have lost calls since it was set. */
export function wholeBudget(
  sessions: readonly string[],
  { plan, budget }: { plan: { budget?: number; lost?: number }; budget: number | undefined },
): { cap: number | undefined; lost: LostCalls[]; calls: number } {
  const cap = budget ?? plan.budget;
  const lost = lostCallsIn(sessions);
  const calls = lost.reduce((sum, { attempts }) => sum + attempts, 0);
  requireWhole(lost, { cap, given: budget !== undefined || calls <= (plan.lost ?? 0) });
  return { cap, lost, calls };
}

export const sessionFoldersIn = (folder: string): string[] =>
  namesIn(folder).map((name) => join(folder, name));

const spentIn = (journals: readonly string[]): Spent =>
  sumOf(journals.filter(exists).map((path) => foldJournal(path).totals().all));
