import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { JournalMark, SessionResult, Totals } from "../../contract/index.ts";
import {
  createFold,
  foldJournal,
  lostSince,
  markOf,
  requireWhole,
  type LostCalls,
} from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { markAt, turnsIn } from "../checkpoint/index.ts";
import { lastResult } from "./stored-result.ts";

/**
 * What the journal of a session lacks of what its saved turns and its result know. These are read first: a session that
 * is being played only ever has more in its journal by then.
 */
export function lostFrom(
  dir: string,
  held?: { totals: Totals; result: SessionResult | undefined },
): LostCalls | undefined {
  if (!existsSync(dir)) return undefined;
  const [first, ...own] = turnsIn(dir);
  if (first === undefined) return undefined;
  const mark = readableMark(dir, own.at(-1) ?? first);
  const result = held ? held.result : lastResult(dir);
  const known = [mark, result && (result.journal ?? markOf(result.totals.all))].filter(
    (each): each is JournalMark => each !== undefined,
  );
  const path = join(dir, JOURNAL_FILE);
  const totals = held?.totals ?? (existsSync(path) ? foldJournal(path).fold : createFold()).totals();
  const lost = known
    .map((each) => lostSince(each, totals.all, path))
    .filter((each) => each !== undefined)
    .toSorted((a, b) => b.attempts - a.attempts || b.money!.cost - a.money!.cost)
    .at(0);
  if (lost || mark) return lost;
  // Turns of before marks were kept tell only that somebody was asked.
  const silent = own.filter((turn) => totals.byTurn[turn] === undefined);
  return silent.length === 0 ? undefined : { path, attempts: silent.length, accepted: 0 };
}

/** A damaged turn is told by who loads it. */
function readableMark(dir: string, turn: number): JournalMark | undefined {
  try {
    return markAt(dir, turn);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return undefined;
  }
}

/** One that cannot be read is told by who plays it. */
function lostIfReadable(dir: string): LostCalls[] {
  try {
    return [lostFrom(dir) ?? []].flat();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return [];
  }
}

/** The budget of many sessions, which is refused where journals have lost calls since it was set. */
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

/** The folders of all sessions below one. */
export const sessionsBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
    : [];
