/** Reads a session from its files, as far as possible: the state, the result, and the damage. */
import { join } from "node:path";
import {
  type Damage,
  type ScoreWeights,
  type SessionConfig,
  type SessionResult,
  type Story,
  type Totals,
  type TurnRecord,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { createFold, foldJournal } from "../../kernel/journal/index.ts";
import type { Catalog } from "../../kernel/models/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { NewerFormatError } from "../../kernel/store/index.ts";
import {
  foldSession,
  isArchetype,
  loadLatest,
  loadNewTurns,
  newSession,
  playingTime,
  readResult,
  salvageTurns,
  sessionResult,
  storedReadings,
  storedResult,
  turnsIn,
  withReadings,
  type Loaded,
  type SessionState,
} from "../../playtest/index.ts";
import { journalDamage, newerDamage, resultDamage, turnDamage, verdictDamage } from "./damage.ts";

export type ReadSession = {
  readonly state: SessionState;
  readonly result: SessionResult;
  /** `session.json` covers the last turn and is the result. */
  readonly isWritten: boolean;
  readonly damage: readonly Damage[];
  /** The file with its start is lost: little more than names is known. */
  readonly isStandIn: boolean;
};

export type ReadTools = { states: SessionStates; catalog: Catalog; weights?: ScoreWeights | undefined };

/**
 * One result for lists and pages: the stored one if it fits the turns, otherwise one built from the turns. Throws if
 * nothing can be read.
 */
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

/** A file with two different scores for one session is not trusted. */
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
      return { damage: [resultDamage("It has two scores for one session; neither is used.")] };
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

/** Turns with gaps between them may not fold; then the first error is reported. */
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
        durationMs: playingTime(state, stored),
        catalog,
        notes: [],
        ...(weights && { weights }),
      }),
      damage: [verdictDamage("One of them is damaged.")],
    };
  }
}

/** Without the story guide, completion cannot be scored. */
const withoutScores = (result: SessionResult): SessionResult => ({
  ...result,
  metrics: null,
  overall: null,
});

/** A stand-in for the lost start of a session, from its other files: enough to show turns, not to play. */
function standInConfig(stored: SessionResult | undefined, records: readonly TurnRecord[]): SessionConfig {
  const known = stored?.models.players ?? [];
  const seats = Math.max(known.length, ...records.map(({ players }) => players.length), 2);
  const players = Array.from({ length: seats }, (_, seat) => {
    const { name = `Player ${seat + 1}`, archetype = "", model = "?" } = known[seat] ?? {};
    return {
      seat,
      name,
      archetype: isArchetype(archetype) ? archetype : "engaged",
      model,
      generatedBackstory: "",
      characterForStory: "",
      systemPrompt: "",
    };
  });
  return {
    story: stored?.story ?? "?",
    storyGuide: { ...noStory, id: stored?.story ?? "?" },
    prompt: stored?.prompt ?? "?",
    systemPrompt: "",
    narratorModel: stored?.models.narrator ?? records.at(-1)?.narrator.model ?? "?",
    classifierModel: stored?.models.classifier ?? "?",
    observerModel: stored?.models.observer ?? "?",
    group: { players, spokesperson: records.findLast(({ relay }) => relay)?.relay?.seat ?? 0, size: seats },
    charactersPending: false,
    maxTurns: Math.max(1, stored?.turns ?? 0, records.at(-1)?.turn ?? 0),
    expectedPulses: stored ? stored.pulses.expected : 1,
    variation: 0,
    seed: stored?.seed ?? "?",
    replicate: 0,
    castingNotes: [],
  };
}

const noStory: Story = {
  version: 1,
  id: "?",
  title: "?",
  genre: "?",
  premise: "?",
  setting: { place: "?", time: "?", rules: [] },
  tone: { words: [], avoid: [] },
  questions: [],
  pulses: [],
  npcs: [],
  locations: [],
  devices: [],
  privateHooks: {},
  names: [],
  backgrounds: { occupations: [], ties: [], quirks: [] },
  endings: [],
};

/** The latest states of sessions. A known state is continued, so each turn of a watched session is folded once. */
type SessionStates = { latest(dir: string): Loaded };

/** The most recently used states are kept. */
const MOST = 24;

export function createSessionStates(): SessionStates {
  const kept = new Map<string, Loaded>();
  return {
    latest(dir) {
      const before = kept.get(dir);
      kept.delete(dir);
      const now = (before && continueFrom(dir, before)) ?? loadLatest(dir);
      kept.set(dir, now);
      for (const old of [...kept.keys()].slice(0, -MOST)) kept.delete(old);
      return now;
    },
  };
}

function continueFrom(dir: string, before: Loaded): Loaded | undefined {
  try {
    return loadNewTurns(dir, before);
  } catch {
    // A full load reports what is wrong, or works around it.
    return undefined;
  }
}
