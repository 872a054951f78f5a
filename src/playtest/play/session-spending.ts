/** The cost of a session: from its journals, including calls that its journal has lost. */
import { join } from "node:path";
import type { JournalMark, LostCalls, SessionResult, Totals } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  createFold,
  foldJournal,
  lostSince,
  lostSpent,
  markOf,
  requireWhole,
  sumOf,
  type Spent,
} from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists, namesIn } from "../../kernel/store/index.ts";
import { markAt, turnsIn } from "../checkpoint/index.ts";
import { lastResult } from "./result-files.ts";

export const spentOnPlaying = (sessionDir: string): Spent => spentIn([sessionDir]);

/** The cost of judging it: each question has its own journal. */
export function spentOnJudging(sessionDir: string): Spent {
  const judging = join(sessionDir, "judging");
  return spentIn(namesIn(judging).map((name) => join(judging, name)));
}

/** Both together, lost calls included. Nothing if a journal cannot be read: resuming the session says so. */
export function spentOnSession(sessionDir: string): Spent {
  try {
    const lost = findLostCalls(sessionDir);
    return sumOf([
      spentOnPlaying(sessionDir),
      spentOnJudging(sessionDir),
      ...(lost ? [lostSpent(lost)] : []),
    ]);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return sumOf([]);
  }
}

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
  const mark = readableMark(dir, own.at(-1) ?? first);
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

/** None for an unreadable turn: loading it says so. */
function readableMark(dir: string, turn: number): JournalMark | undefined {
  try {
    return markAt(dir, turn);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return undefined;
  }
}

/** None for an unreadable session: playing it says so. */
function lostIfReadable(dir: string): LostCalls[] {
  try {
    return [findLostCalls(dir) ?? []].flat();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return [];
  }
}

/** The budget of many sessions. Refused if journals have lost calls since it was set. */
export function wholeBudget(
  sessions: readonly string[],
  { plan, budget }: { plan: { budget?: number; lost?: number }; budget: number | undefined },
): { cap: number | undefined; lost: LostCalls[]; calls: number } {
  const cap = budget ?? plan.budget;
  const lost = sessions.flatMap(lostIfReadable);
  const calls = lost.reduce((sum, { attempts }) => sum + attempts, 0);
  requireWhole(lost, { cap, given: budget !== undefined || calls <= (plan.lost ?? 0) });
  return { cap, lost, calls };
}

export const sessionFoldersIn = (folder: string): string[] =>
  namesIn(folder).map((name) => join(folder, name));

function spentIn(folders: readonly string[]): Spent {
  const journals = folders.map((folder) => join(folder, JOURNAL_FILE)).filter((path) => exists(path));
  return sumOf(journals.map((path) => foldJournal(path).totals().all));
}
