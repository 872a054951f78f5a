import { join } from "node:path";
import type { ScoreWeights, SessionResult, Totals } from "../../contract/index.ts";
import { foldJournal, lostText, markOf } from "../../kernel/journal/index.ts";
import { createCatalog, type Catalog } from "../../kernel/models/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { houseCast } from "../house/index.ts";
import { weightsOf } from "../metrics/index.ts";
import { storedOn } from "../judge/index.ts";
import { lostFrom, playedFor, sessionResult, storedResult } from "../play/index.ts";
import type { SessionState } from "../session/index.ts";

export type ReadOptions = {
  state: SessionState;
  totals: Totals;
  /** How to read what was written; otherwise a damaged result is refused. */
  read?: (dir: string) => SessionResult | undefined;
  /** With models of one's own. */
  catalog?: Catalog;
  /** What of its folder is missing or damaged now, in words. */
  damage?: readonly string[];
  /** For a session that has no score yet. */
  weights?: ScoreWeights;
};

/**
 * The result as the turns and the journal tell it, which are the truth. A session that is being played, or was
 * killed, has no `session.json`, or one of an earlier life; what only that file knows is taken from it while it fits.
 */
export function readResult(
  dir: string,
  { state, totals, read = storedResult, ...known }: ReadOptions,
): SessionResult {
  const stored = read(dir);
  const lost = lostFrom(dir, { totals, result: stored });
  const catalog = known.catalog ?? createCatalog({ houseMembers: houseCast.map(({ name }) => name) });
  const weights = stored?.metrics ? weightsOf(stored.metrics.composite) : known.weights;
  const told = sessionResult({
    state,
    dir,
    totals,
    durationMs: playedFor(state, stored),
    budget: stored?.budget ?? state.config.budget,
    catalog,
    notes: lost ? [lostText(lost)] : [],
    journal: lost && markOf(totals.all, lost),
    damage: known.damage,
    verdicts: storedOn(state, dir),
    weights,
    ...(stored?.turns === state.turn &&
      stored.metrics && { kept: { quality: stored.metrics.quality, judged: stored.judged } }),
  });
  if (stored?.turns !== state.turn) return told;
  const { outcome, why, models, house, deviations = [] } = stored;
  // What was damaged when it was played, or why it was not judged, is told by that file alone.
  const kept = deviations.filter(
    ({ kind, what }) =>
      (kind === "damaged-file" && !known.damage?.includes(what)) || (kind === "not-scored" && !told.judged),
  );
  return {
    ...told,
    outcome,
    why,
    notes: [...new Set([...told.notes, ...stored.notes])],
    models,
    house,
    deviations: [...(told.deviations ?? []), ...kept],
  };
}

/** What a session cost, to play by its journal and to judge as its result has it; and how it ended. */
export function readCosts(dir: string): { cost: number | null; outcome: string } {
  const { all } = foldJournal(join(dir, JOURNAL_FILE)).fold.totals();
  const stored = storedResult(dir);
  const judging = stored?.judged
    ? { cost: stored.cost.byRole.judge ?? 0, unpriced: stored.judged.unpriced }
    : { cost: 0, unpriced: 0 };
  return {
    cost: all.unpriced + judging.unpriced > 0 ? null : all.cost + judging.cost,
    outcome: stored?.outcome ?? "unfinished",
  };
}
