import { join } from "node:path";
import type { GuideForm, NamedText, SessionConfig, TurnRecord } from "../../contract/index.ts";
import { about, HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { ResolvedModel } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { guideFormOf } from "../agents/index.ts";
import { saveStart } from "../checkpoint/index.ts";
import { pinJudge } from "../judge/index.ts";
import { narratorNamed } from "../narrator/index.ts";
import { guideFields, requireStopOn } from "./plan-session.ts";
import { HOUSE, loadCheckpoint, NONE, prepareFolder, readingsAt, saveReading } from "../readings/index.ts";
import { cannotRewind, foldSession, newSession, playedConfig, type SessionState } from "../session/index.ts";
import { type GivenGuide, loadPrompt, loadStory } from "../story/index.ts";
import {
  aboutReader,
  castSession,
  pinModels,
  requireBeats,
  requirePlayedHere,
  requireSession,
  withPriceNotes,
  type CastRequest,
} from "./cast-session.ts";
import {
  diceSeed,
  runSession,
  type PlannedAs,
  type Played,
  type SharedBudget,
  type Watch,
} from "./run-session.ts";

/** What a branch changes. History, players and spokesperson stay; another model can play them. */
export type BranchChanges = Omit<CastRequest, "playerModels"> & {
  /** Names of own or shipped content, or paths; or the content itself. */
  prompt?: string | NamedText;
  storyGuide?: string | GivenGuide;
  /** The guide mode; by default the parent's. */
  guide?: GuideForm;
  seed?: string | number;
  /** Stop after so many more turns. The parent's limit is raised if it leaves too few. */
  turns?: number;
  /** The limit of turns in all; otherwise the parent's. */
  maxTurns?: number;
  /** The branch's own budget in USD; by default the parent's. */
  budget?: number;
};

type BranchOptions = Watch &
  SharedBudget &
  PlannedAs & {
    checkpoint: string;
    changes: BranchChanges;
    /** Which dice seed; 0 is the parent's. */
    replicate: number;
    out: string;
    sessionId: string;
  };

/** One branch from a checkpoint, in a self-contained folder. The parent is never changed. */
export async function branchSession(
  harness: Harness,
  {
    checkpoint,
    changes,
    replicate,
    out,
    sessionId,
    sharedBudget,
    plannedAs = sessionId,
    ...watch
  }: BranchOptions,
): Promise<Played> {
  const { state: parent } = loadCheckpoint(checkpoint);
  const state = branchState({ harness, parent, changes, replicate, sessionId });
  await requireSession(harness, state.config);
  const { observerModel } = state.config;
  // The parent's turns keep the readings that they have: a branch reads its own.
  const readings = readingsAt(checkpoint, observerModel);
  const run = await harness.openRun(join(out, sessionId), {
    seed: diceSeed(state.config),
    session: plannedAs,
    cap: state.config.budget,
    budget: sharedBudget,
  });
  try {
    // Before the first turn file: a folder with one is resumed, and would need the missing parts.
    if (readings.length > 0) await prepareFolder(run.dir, observerModel);
    for (const reading of readings) await saveReading(run.dir, reading);
    const chain = await saveStart(run.dir, state);
    const limit =
      changes.turns === undefined
        ? undefined
        : { lastTurn: parent.turn + changes.turns, turns: changes.turns };
    return await runSession({ harness, run, state, chain, limit, ...watch });
  } finally {
    await run.close();
  }
}

/** The parent's state with another config: the differences are recorded. */
export function branchState({
  harness,
  parent,
  changes,
  replicate,
  sessionId,
}: {
  harness: Harness;
  parent: SessionState;
  changes: BranchChanges;
  replicate: number;
  sessionId: string;
}): SessionState {
  const before = playedConfig(parent);
  requirePlayedHere(before);
  const maxTurns = changes.maxTurns ?? limitWithRoom(parent, changes.turns);
  requireOpen(parent, maxTurns);
  const { catalog } = harness;
  const narrator = catalog.resolve(changes.narrator ?? before.narratorModel);
  const isSame = placeOf(narrator) === placeOf(catalog.resolve(before.narratorModel));
  if (isSame && cannotRewind(parent.records)) {
    throw new HarnessError({
      code: "narrator-keeps-state",
      option: "narrator",
      message: `The narrator ${before.narratorModel} keeps its own state, which cannot be rewound.`,
      remedy:
        "Replay with another narrator, or have it return its state with each turn (docs/guide/narrators.md).",
    });
  }
  const { prompt: otherPrompt, storyGuide } = changes;
  const prompt =
    otherPrompt === undefined ? undefined : about("prompt", () => loadPrompt(otherPrompt, harness));
  const guide = storyGuide && about("storyGuide", () => loadStory(storyGuide, harness));
  const reader = readerOf(harness, before, changes);
  const changed: SessionConfig = {
    ...before,
    prompt: prompt?.name ?? before.prompt,
    systemPrompt: prompt?.text ?? before.systemPrompt,
    ...(guide ? guideFields(guide) : undefined),
    guideForm: changes.guide ?? before.guideForm,
    ...(changes.narrator === undefined
      ? undefined
      : narratorNamed(castSession(harness, { narrator: changes.narrator }).narrator)),
    ...tableOf(harness, before, changes),
    ...reader,
    // Not inherited from the parent.
    ...pinJudge(harness, {
      // Part of a session is judged only if a judge is named.
      judge: changes.judge ?? (changes.turns === undefined ? undefined : NONE),
      judgeCounts: changes.judge !== undefined,
      rubric: changes.rubric,
      narrator: narrator.label,
      observerModel: reader.observerModel,
    }),
    seed: changes.seed ?? before.seed,
    replicate: before.replicate + replicate,
    maxTurns,
    budget: changes.budget ?? before.budget ?? harness.settings.budget,
  };
  requireBeats(narrator, changed.storyGuide);
  requireStopOn(changed);
  // A branch is a run of its own, at current prices.
  const pinned = pinModels(harness, [changed]);
  const config = { ...changed, pinned };
  const branchedFrom = {
    sessionId: parent.sessionId,
    turn: parent.turn,
    changed: changedFields(before, config),
    replicate,
    turns: changes.turns,
  };
  const start = newSession({ sessionId, config: withPriceNotes(config, harness), branchedFrom });
  return foldSession(start, parent.records.map(unended));
}

/** A module has several paths, and a model several names. */
const placeOf = (narrator: ResolvedModel): string => narratorNamed(narrator).narratorPath ?? narrator.label;

/** The same players with another model, and another classifier. */
function tableOf(
  harness: Harness,
  { group, narratorModel, classifierModel }: SessionConfig,
  { playerModel, classifier, narrator = narratorModel }: BranchChanges,
): Partial<SessionConfig> {
  if (playerModel === undefined && classifier === undefined) return {};
  const cast = castSession(harness, { narrator, playerModel, classifier });
  const players = group.players.map((player) => ({
    ...player,
    model: playerModel === undefined ? player.model : cast.playerFor(player.archetype).name,
  }));
  const isRecast = players.some(({ model }, seat) => model !== group.players[seat]!.model);
  return {
    classifierModel: classifier === undefined ? classifierModel : cast.classifier,
    ...(isRecast ? { playerModel, group: { ...group, players } } : undefined),
  };
}

/** The parent's, so that the two are comparable. `house` reads only house narrators. */
function readerOf(
  harness: Harness,
  { observerModel, secondLookModel, narratorModel, castingNotes }: SessionConfig,
  { observer, narrator = narratorModel }: BranchChanges,
): Pick<SessionConfig, "observerModel" | "secondLookModel" | "castingNotes"> {
  const isHouse = harness.catalog.resolve(narrator).provider === "house";
  if (observer === undefined && (observerModel !== HOUSE || isHouse))
    return { observerModel, secondLookModel, castingNotes };
  const { reader, notes } = castSession(harness, { narrator, observer });
  const others = castingNotes.filter((note) => !aboutReader(note));
  return { ...reader, castingNotes: [...others, ...notes.filter(aboutReader)] };
}

/** The parent's limit of turns. If it would end the branch early, it is raised, so that the branch stops at its own and can be resumed. */
function limitWithRoom({ turn, config: { maxTurns } }: SessionState, turns = 0): number {
  return turn + turns <= maxTurns ? maxTurns : turn + turns + 1;
}

/** A session that only ran out of turns can get more; one that ended otherwise is over. */
function requireOpen({ ending, turn }: SessionState, maxTurns: number): void {
  if (ending && ending.outcome !== "timeout") {
    throw new HarnessError({
      code: "session-over",
      message: `The session ended at turn ${turn}: ${ending.why}.`,
      remedy: `Replay from an earlier turn, such as turn-${Math.max(0, turn - 1)}.json.`,
    });
  }
  if (turn >= maxTurns) {
    throw new HarnessError({
      code: "session-over",
      option: "maxTurns",
      message: `Turn ${turn} is already at the limit of ${maxTurns} turns.`,
      remedy:
        `Play more turns with ${optionText("turns")}, raise the limit with ` +
        `${optionText("maxTurns", turn + 50)}, or replay from an earlier turn.`,
    });
  }
}

/** The branch continues where its parent was stopped: in its own records that is not an end. */
const unended = ({ ending: _ending, ...record }: TurnRecord): TurnRecord => record;

function changedFields(before: SessionConfig, after: SessionConfig): string[] {
  const shown: Array<
    [what: string, of: (config: SessionConfig) => string | number, name?: (config: SessionConfig) => string]
  > = [
    ["prompt", ({ systemPrompt }) => systemPrompt, ({ prompt }) => prompt],
    ["story guide", ({ storyGuide }) => JSON.stringify(storyGuide), ({ story }) => story],
    ["guide form", guideFormOf],
    ["narrator", ({ narratorModel }) => narratorModel],
    ["players", playersOf],
    ["classifier", ({ classifierModel }) => classifierModel],
    ["reader", ({ observerModel }) => observerModel],
    ["seed", ({ seed }) => seed],
    ["max turns", ({ maxTurns }) => maxTurns],
  ];
  return shown
    .filter(([, of]) => of(before) !== of(after))
    .map(([what, of, name = of]) => `${what}: ${name(before)} → ${name(after)}`);
}

/** The models of the players, each once. */
const playersOf = ({ group }: SessionConfig): string =>
  [...new Set(group.players.map(({ model }) => model))].join(", ");
