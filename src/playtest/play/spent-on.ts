import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { foldJournal, lostSpent, sumOf, type Spent } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { lostFrom } from "./lost-from.ts";

/** What playing a session has cost, by its journal. */
export const spentOnPlaying = (sessionDir: string): Spent => spentIn([sessionDir]);

/** What judging it has cost: each question has a journal of its own. */
export function spentOnJudging(sessionDir: string): Spent {
  const judging = join(sessionDir, "judging");
  return spentIn(existsSync(judging) ? readdirSync(judging).map((name) => join(judging, name)) : []);
}

/** Both together, with what the journal has lost and saved turns know; nothing where a journal cannot be read: that is told by who goes on with the session. */
export function spentOnSession(sessionDir: string): Spent {
  try {
    const lost = lostFrom(sessionDir);
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

function spentIn(folders: readonly string[]): Spent {
  const journals = folders.map((folder) => join(folder, JOURNAL_FILE)).filter((path) => existsSync(path));
  return sumOf(journals.map((path) => foldJournal(path).fold.totals().all));
}
