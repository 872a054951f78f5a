import { join } from "node:path";
import type { Damage, ScoreWeights, SessionResult, Totals } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { createFold, foldJournal } from "../../kernel/journal/index.ts";
import type { Catalog } from "../../kernel/models/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { NewerFormatError } from "../../kernel/store/index.ts";
import {
  foldSession,
  newSession,
  playedFor,
  readResult,
  salvageTurns,
  storedReadings,
  withReadings,
  sessionResult,
  storedResult,
  turnsIn,
  type SessionState,
} from "../../playtest/index.ts";
import { journalDamage, newerDamage, resultDamage, turnDamage, verdictDamage } from "./damage-told.ts";
import type { SessionStates } from "./session-states.ts";
import { standInConfig } from "./stand-in-config.ts";

/** A session with everything that was said in it, as far as it can be read. */
export type ReadSession = {
  readonly state: SessionState;
  readonly result: SessionResult;
  /** `session.json` tells of its last turn: the result is that. */
  readonly isWritten: boolean;
  readonly damage: readonly Damage[];
  /** What it was begun with is lost: names may be known, and little else. */
  readonly isStandIn: boolean;
};

export type ReadTools = { states: SessionStates; catalog: Catalog; weights?: ScoreWeights | undefined };

/** One result for lists and pages: what was written where it fits the turns, otherwise what they tell. Throws where nothing can be read. */
export function readSession(dir: string, { states, catalog, weights }: ReadTools): ReadSession {
  const { stored, damage: spoiled } = readStored(dir);
  const { state, damage: broken, isStandIn } = stateIn(dir, states, stored);
  if (stored && stored.turns === turnsIn(dir).at(-1))
    return { state, result: { ...stored, dir }, isWritten: true, damage: [...broken, ...spoiled], isStandIn };
  const { totals, damage: unknownCost } = totalsIn(dir);
  const { result, damage: unread } = resultOf(dir, { state, totals, stored, catalog, weights });
  return {
    state,
    result: isStandIn ? withoutScores(result) : result,
    isWritten: false,
    damage: [...broken, ...spoiled, ...unknownCost, ...unread],
    isStandIn,
  };
}

/** A file that gives two scores for one session is not believed in either. */
export const disagrees = ({
  overall,
  metrics,
}: {
  overall: number | null;
  metrics: { composite: { score: number | null } } | null;
}): boolean => metrics !== null && metrics.composite.score !== overall;

function readStored(dir: string): { stored?: SessionResult; damage: Damage[] } {
  try {
    const stored = storedResult(dir);
    if (stored && disagrees(stored))
      return { damage: [resultDamage("It gives two scores for one session, so neither is believed.")] };
    return { ...(stored && { stored }), damage: [] };
  } catch (error) {
    if (error instanceof NewerFormatError) return { damage: [newerDamage("session.json")] };
    if (!(error instanceof HarnessError)) throw error;
    return { damage: [resultDamage("The file is damaged.")] };
  }
}

function stateIn(
  dir: string,
  states: SessionStates,
  stored: SessionResult | undefined,
): { state: SessionState; damage: Damage[]; isStandIn: boolean } {
  try {
    return { state: states.latest(dir).state, damage: [], isStandIn: false };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const salvaged = salvageTurns(dir);
    const { start, records, sessionId } = salvaged;
    if (!start && !stored && records.length === 0) throw error;
    const begun = start ?? { config: standInConfig(stored, records), branchedFrom: stored?.branchedFrom };
    const empty = newSession({ sessionId: sessionId ?? stored?.sessionId ?? dir, ...begun });
    return {
      state: foldedOr(error, () => {
        const state = foldSession(empty, records);
        return withReadings(state, storedReadings(dir, state).readings);
      }),
      damage: turnDamage(salvaged),
      isStandIn: start === undefined,
    };
  }
}

/** Turns that do not go together, because those between them are missing, may not fold: then the first trouble is the one to tell. */
function foldedOr(trouble: HarnessError, fold: () => SessionState): SessionState {
  try {
    return fold();
  } catch {
    throw trouble;
  }
}

function totalsIn(dir: string): { totals: Totals; damage: Damage[] } {
  try {
    return { totals: foldJournal(join(dir, JOURNAL_FILE)).fold.totals(), damage: [] };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return { totals: createFold().totals(), damage: [journalDamage("It cannot be read.")] };
  }
}

type Told = ReadTools & { state: SessionState; totals: Totals; stored: SessionResult | undefined };

function resultOf(
  dir: string,
  { state, totals, stored, catalog, weights }: Omit<Told, "states">,
): { result: SessionResult; damage: Damage[] } {
  try {
    return {
      result: readResult(dir, { state, totals, read: () => stored, catalog, ...(weights && { weights }) }),
      damage: [],
    };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return {
      result: sessionResult({
        state,
        dir,
        totals,
        durationMs: playedFor(state, stored),
        catalog,
        notes: [],
        ...(weights && { weights }),
      }),
      damage: [verdictDamage("One of them is damaged.")],
    };
  }
}

/** Without the story's guide nobody can say how much of it was told. */
const withoutScores = ({ audit: _audit, ...result }: SessionResult): SessionResult => ({
  ...result,
  metrics: null,
  overall: null,
});
