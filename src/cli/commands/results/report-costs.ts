/** Adds up the journals of a run, or of all sessions of an experiment. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { lostText } from "../../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../../kernel/run/index.ts";
import { exists, fileNotFound } from "../../../kernel/store/index.ts";
import {
  costDetails,
  costsOfSessions,
  costVerdict,
  isAb,
  isBisect,
  isMatrix,
  journalCosts,
  lostCallsIn,
  sessionCosts,
  sessionFoldersIn,
  type Costs,
} from "../../../playtest/index.ts";
import { verdictText, type Io } from "../../frame/index.ts";

export function reportCosts(path: string, { json, io }: { json: boolean; io: Io }): void {
  const costs = costsIn(path);
  const verdict = costVerdict(costs);
  if (json) io.json({ ...costDetails(costs), verdict });
  else io.out(verdictText(verdict, { style: io.style }));
}

function costsIn(path: string): Costs {
  if (isMatrix(path) || isAb(path) || isBisect(path)) {
    const sessions = sessionFoldersIn(join(path, "sessions"));
    return withLost(costsOfSessions(sessions), lostCallsIn(sessions).map(lostText));
  }
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return journalCosts(path, dirname(path));
  const lost = lostCallsIn([path]).map(lostText);
  const journal = join(path, JOURNAL_FILE);
  if (!exists(journal) && lost.length === 0)
    throw fileNotFound(exists(path) ? journal : path, {
      remedy: "Name the folder of a run: it holds a calls.jsonl.",
    });
  return withLost(sessionCosts(path), lost);
}

const withLost = (costs: Costs, lost: readonly string[]): Costs => ({
  ...costs,
  cautions: [...lost, ...costs.cautions],
});
