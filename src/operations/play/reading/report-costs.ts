/** What a run cost, or all sessions of an experiment. */
import { dirname, join } from "node:path";
import type { RunCosts } from "../../../contract/index.ts";
import { lostText } from "../../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../../kernel/run/index.ts";
import { exists, fileInfo, fileNotFound } from "../../../kernel/store/index.ts";
import {
  type Costs,
  costsOfSessions,
  isAb,
  isBisect,
  isMatrix,
  journalCosts,
  lostCallsIn,
  runCosts,
  sessionCosts,
  sessionFoldersIn,
} from "../../../playtest/index.ts";

export const costsResult = (dir: string): RunCosts => runCosts(costsIn(dir));

/** The journals of a run, or of all sessions of an experiment. */
function costsIn(dir: string): Costs {
  if (isMatrix(dir) || isAb(dir) || isBisect(dir)) {
    const sessions = sessionFoldersIn(join(dir, "sessions"));
    return withLost(costsOfSessions(sessions), lostCallsIn(sessions).map(lostText));
  }
  if (fileInfo(dir)?.kind === "file") return journalCosts(dir, dirname(dir));
  const lost = lostCallsIn([dir]).map(lostText);
  const journal = join(dir, JOURNAL_FILE);
  if (!exists(journal) && lost.length === 0)
    throw fileNotFound(exists(dir) ? journal : dir, {
      remedy: "Name the folder of a run: it holds a calls.jsonl.",
    });
  return withLost(sessionCosts(dir), lost);
}

const withLost = (costs: Costs, lost: readonly string[]): Costs => ({
  ...costs,
  cautions: [...lost, ...costs.cautions],
});
