import { join } from "node:path";
import type { SessionResult, Totals } from "../../contract/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import { createCatalog } from "../../kernel/models/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { houseCast } from "../house/index.ts";
import { weightsOf } from "../metrics/index.ts";
import { verdictsOn } from "../judge/index.ts";
import { playedFor, sessionResult, storedResult } from "../play/index.ts";
import type { SessionState } from "../session/index.ts";

/**
 * The result as the turns and the journal tell it, which are the truth. A session that is being played, or was
 * killed, has no `session.json`, or one of an earlier life; what only that file knows is taken from it while it fits.
 */
export function readResult(dir: string, { state, totals }: { state: SessionState; totals: Totals }): SessionResult {
  const stored = storedResult(dir);
  const catalog = createCatalog({ houseMembers: houseCast.map(({ name }) => name) });
  const told = sessionResult({ state, dir, totals, durationMs: playedFor(state, stored), budget: stored?.budget ?? state.config.budget, catalog, notes: [], verdicts: verdictsOn(state, dir), ...(stored?.metrics && { weights: weightsOf(stored.metrics.composite) }), ...(stored?.turns === state.turn && stored.metrics && { quality: stored.metrics.quality }) });
  if (stored?.turns !== state.turn) return told;
  const { outcome, why, notes, models, house } = stored;
  return { ...told, outcome, why, notes, models, house };
}

/** What a session cost by its journal, and how it ended. */
export function readCosts(dir: string): { cost: number | null; outcome: string } {
  const { all } = foldJournal(join(dir, JOURNAL_FILE)).fold.totals();
  return { cost: all.unpriced > 0 ? null : all.cost, outcome: storedResult(dir)?.outcome ?? "unfinished" };
}
