import { join } from "node:path";
import type { Note, Settings } from "../../contract/index.ts";
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
import type { SettingOrigin } from "../settings/index.ts";
import { counted, dollars } from "../report/index.ts";
import type { Recordings } from "./recordings.ts";
import { lockFolder, makeFolder, removeLeftovers } from "../store/index.ts";

/** One run: a folder with one writer, its journal, and its gateway to the models. */
export type Run = {
  readonly dir: string;
  /** Its key in recordings: the same for the same plan. */
  readonly session: string;
  readonly gateway: Gateway;
  readonly journal: Journal;
  readonly budget: Budget;
  /** From opening: a torn line, calls in flight at a crash, the recording that it is played from. */
  readonly notes: Note[];
  close(): Promise<void>;
};

export type OpenRunOptions = {
  /** A budget shared with other runs; without it the run has its own. */
  budget?: Budget;
  /** Its own budget in USD, if not from the settings. */
  cap?: number;
  /** What its own budget has already paid elsewhere, in USD. */
  elsewhere?: number;
  /** The seed of embedded models, if not from the settings. */
  seed?: string | number;
  /** Its key in recordings; default "run". */
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
  origin: SettingOrigin;
  keyOf: (provider: ProviderId) => string | undefined;
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
    const tape = recordings.tape(session);
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

/** The recording reaches the disk before the journal that has the call as answered. */
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

function notesOf({ inFlightAtOpen, tornBytes, path }: Journal, recovered: string | undefined): Note[] {
  const notes: Note[] = [];
  if (tornBytes > 0)
    notes.push({ code: "torn-line", text: `the last ${tornBytes} bytes of ${path} were dropped` });
  if (recovered) notes.push({ code: "lock-taken-over", text: `left behind by ${recovered}` });
  // From every process that was killed here, not only the last: an unfinished attempt stays possibly billed.
  const were = counted(inFlightAtOpen.length, "attempt was", "attempts were");
  const text = `${were} in flight when an earlier process ended, ${most(inFlightAtOpen)}`;
  if (inFlightAtOpen.length > 0) notes.push({ code: "possibly-billed", text });
  return notes;
}

function most(attempts: ReadonlyArray<{ atMost: number | null }>): string {
  if (attempts.some(({ atMost }) => atMost === null)) return "at an unknown price";
  return `at most ${dollars(attempts.reduce((sum, { atMost }) => sum + (atMost ?? 0), 0))}`;
}
