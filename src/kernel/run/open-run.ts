import { join } from "node:path";
import type { Settings } from "../../contract/index.ts";
import { createBudget, type Budget } from "../budget/index.ts";
import type { Clock } from "../clock/index.ts";
import { openJournal, type Journal } from "../journal/index.ts";
import {
  createGateway,
  type AnswerCache,
  type Gateway,
  type Limiter,
  type ModelSource,
  type ProviderId,
  type RetryNews,
} from "../models/index.ts";
import type { Recordings } from "./recordings.ts";
import { lockFolder, makeFolder, removeLeftovers } from "../store/index.ts";

/** One run: a folder that nobody else writes to, its journal, and the door to the models. */
export type Run = {
  readonly dir: string;
  /** What recordings know it by: the same each time the same thing is planned. */
  readonly session: string;
  readonly gateway: Gateway;
  readonly journal: Journal;
  readonly budget: Budget;
  /** What was found on opening that people should know: torn lines, calls in flight at a crash. */
  readonly notes: string[];
  /** What was found damaged of its journal, in words. */
  readonly damage: string[];
  close(): Promise<void>;
};

export type OpenRunOptions = {
  /** A budget shared with other runs; without it the run has its own. */
  budget?: Budget;
  /** The size of that own budget in USD, where it is not the settings'. */
  cap?: number;
  /** What that own budget has paid for elsewhere already, in USD. */
  elsewhere?: number;
  /** What embedded models draw from, where it is not the settings' seed. */
  seed?: string | number;
  /** What recordings know it by; otherwise "run". */
  session?: string;
};

type Shared = {
  settings: Settings;
  models: ModelSource;
  limiter: Limiter;
  answers: AnswerCache;
  clock: Clock;
  onRetry?: (news: RetryNews) => void;
  heard: Set<string>;
  addressOf: (provider: ProviderId) => string | undefined;
  recordings: Recordings;
};

export const JOURNAL_FILE = "calls.jsonl";

export async function openRun(
  dir: string,
  {
    shared,
    budget: given,
    cap = shared.settings.budget,
    elsewhere = 0,
    seed,
    session = "run",
  }: OpenRunOptions & { shared: Shared },
): Promise<Run> {
  const { settings, clock, recordings } = shared;
  makeFolder(dir);
  const lock = await lockFolder(dir, { clock });
  try {
    await removeLeftovers(dir);
    const journal = openRecordedJournal(dir, { clock, recordings });
    const tape = recordings.tape(session, { fresh: isUnused(journal) });
    const budget = given ?? createBudget({ cap, spent: journal.atMostSpent() + elsewhere });
    const gateway = createGateway({
      ...settings,
      ...shared,
      journal,
      budget,
      seed: seed ?? settings.seed,
      tape,
    });
    return {
      dir,
      session,
      gateway,
      journal,
      budget,
      notes: [...notesOf(journal, lock.recovered), ...recordings.playedFrom()],
      damage: damageOf(journal),
      async close() {
        try {
          await journal.close();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** What is recorded reaches the disk before the journal that knows it as answered. */
function openRecordedJournal(
  dir: string,
  { clock, recordings }: Pick<Shared, "clock" | "recordings">,
): Journal {
  const journal = openJournal(join(dir, JOURNAL_FILE), { clock });
  return {
    ...journal,
    async sync() {
      await recordings.sync();
      await journal.sync();
    },
  };
}

const isUnused = (journal: Journal): boolean => {
  const { all, calls } = journal.totals();
  return all.attempts === 0 && calls.completed === 0;
};

function notesOf({ inFlightAtOpen }: Journal, recovered: { why: string } | undefined): string[] {
  const notes: string[] = [];
  if (recovered) notes.push(`Took over a lock that was left behind: ${recovered.why}`);
  if (inFlightAtOpen.length > 0) {
    // Of every process that was killed here, not only of the last: an attempt that never ended stays possibly billed.
    notes.push(
      `${inFlightAtOpen.length} attempt${inFlightAtOpen.length === 1 ? " was" : "s were"} in flight when an earlier process ended: possibly billed, ${most(inFlightAtOpen)}.`,
    );
  }
  return notes;
}

const damageOf = ({ damage, path }: Journal): string[] => [
  ...(damage.tornBytes > 0 ? [`Dropped a torn last line of ${damage.tornBytes} bytes from ${path}.`] : []),
  ...damage.badLines.map(
    ({ line, bytes }) =>
      `Line ${line} of ${path} (${bytes} bytes) is damaged and was left out: totals may be too low.`,
  ),
];

function most(attempts: ReadonlyArray<{ atMost: number | null }>): string {
  if (attempts.some(({ atMost }) => atMost === null)) return "at a price that is not known";
  return `at most $${attempts.reduce((sum, { atMost }) => sum + (atMost ?? 0), 0).toFixed(6)}`;
}
