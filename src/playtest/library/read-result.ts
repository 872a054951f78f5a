/** Reads a stored session's folder: its result, its costs, what is damaged, and what comparing needs. */
import { join } from "node:path";
import type { ScoreWeights, SessionResult, Totals } from "../../contract/index.ts";
import { damageNotes, foldJournal, lostText, markOf } from "../../kernel/journal/index.ts";
import { createCatalog, type Catalog } from "../../kernel/models/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { damagedTurns } from "../checkpoint/index.ts";
import type { Compared } from "../compare/index.ts";
import { houseCast } from "../house/index.ts";
import { CALIBRATIONS, newestOf, qualityOf, readCalibrations, storedOn, verdictsOn } from "../judge/index.ts";
import { weightsOf } from "../metrics/index.ts";
import { findLostCalls, playingTime, sessionResult, storedResult } from "../play/index.ts";
import { loadLatest } from "../readings/index.ts";
import { sessionReport } from "../report/index.ts";
import type { SessionState } from "../session/index.ts";

export type ReadOptions = {
  state: SessionState;
  totals: Totals;
  /** Reads `session.json`; by default a damaged one is refused. */
  read?: (dir: string) => SessionResult | undefined;
  /** With the user's own models. */
  catalog?: Catalog;
  /** Missing or damaged files in its folder, in words. */
  damage?: readonly string[];
  /** For a session that has no score yet. */
  weights?: ScoreWeights;
};

/**
 * The result, rebuilt from the turns and the journal. A session that is being played, or was killed, has no
 * `session.json` or an outdated one; facts that only that file has are taken from it if it covers the same turns.
 */
export function readResult(
  dir: string,
  { state, totals, read = storedResult, ...known }: ReadOptions,
): SessionResult {
  const stored = read(dir);
  const lost = findLostCalls(dir, { totals, result: stored });
  const catalog = known.catalog ?? createCatalog({ houseMembers: houseCast.map(({ name }) => name) });
  const weights = stored?.metrics ? weightsOf(stored.metrics.composite) : known.weights;
  const told = sessionResult({
    state,
    dir,
    totals,
    durationMs: playingTime(state, stored),
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
  // Only that file knows what was damaged during play, or why the session was not judged.
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

/** A stored session now: its turns, its costs, its result, and any damage, in words. */
export function readSession(dir: string): {
  state: SessionState;
  totals: Totals;
  result: SessionResult;
  damage: string[];
} {
  const { state } = loadLatest(dir);
  const { fold, damage: torn } = foldJournal(join(dir, JOURNAL_FILE));
  const totals = fold.totals();
  const damage = [...folderNotes(dir, state), ...damageNotes(torn).map((line) => `${JOURNAL_FILE}: ${line}`)];
  return { state, totals, damage, result: readResult(dir, { state, totals, damage }) };
}

/** The report of a stored session, with its newest verdict. */
export const storedReport = (
  dir: string,
  { state, result, command }: { state: SessionState; result: SessionResult; command: string },
): string =>
  sessionReport({
    state,
    result,
    command,
    verdict: newestOf(verdictsOn(state, dir)),
    calibrations: readCalibrations(CALIBRATIONS),
  });

/** What a session cost, playing by its journal and judging by its result; and how it ended. */
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

export function readCompared(dir: string): Compared {
  const { state, notes } = loadLatest(dir);
  const stored = storedResult(dir);
  const metrics = stored?.turns === state.turn ? stored.metrics : null;
  const verdicts = verdictsOn(state, dir);
  return {
    dir,
    state,
    notes,
    totals: foldJournal(join(dir, JOURNAL_FILE)).fold.totals(),
    outcome: stored?.outcome ?? state.ending?.outcome ?? "unfinished",
    ...(metrics && { quality: metrics.quality, weights: weightsOf(metrics.composite) }),
    ...(verdicts.length > 0 && { quality: qualityOf(verdicts) }),
  };
}

/** Missing or damaged files in a session's folder, and their replacements, one line each. */
export function folderNotes(dir: string, { turn }: SessionState): string[] {
  const stored = storedResult(dir);
  return [
    ...damagedTurns(dir),
    ...(exists(join(dir, JOURNAL_FILE))
      ? []
      : [`${JOURNAL_FILE} is missing: the session's cost is unknown, and the totals do not include it.`]),
    ...(stored === undefined
      ? [
          "session.json is missing: the session never ended, or the file was deleted. The result is rebuilt from the turns and the journal.",
        ]
      : []),
    ...(stored !== undefined && stored.turns !== turn
      ? [
          `session.json covers ${counted(stored.turns, "turn")}, but the folder has ${turn}. The result is rebuilt from the turns and the journal.`,
        ]
      : []),
  ];
}
