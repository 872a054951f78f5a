import type {
  ArchetypeId,
  Note,
  NoteCode,
  Pinned,
  Rubric,
  SessionConfig,
  Story,
} from "../../contract/index.ts";
import { notInBudget } from "../../kernel/budget/index.ts";
import { callText, HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { requireNarrator } from "../narrator/index.ts";
import {
  localPriceNotes,
  LOCAL_DEFAULT,
  requireReachable,
  providers,
  roleOptions,
  type Needed,
  type ResolvedModel,
} from "../../kernel/models/index.ts";
import { archetypeIds, archetypeOf } from "../archetypes/index.ts";
import { HOUSE, NONE } from "../readings/index.ts";

export type CastRequest = {
  narrator?: string;
  playerModel?: string;
  /** One model for each archetype, if a recording says so. */
  playerModels?: Partial<Record<ArchetypeId, string>>;
  classifier?: string;
  /** Who reads the turns: a model, `house` or `none`. */ observer?: string;
  /** The judge at the end, or `none`. Absent: the usual one, if a model reads. */ judge?: string;
  /** Whether its scores count. Absent: if it is named, or calibrated and usable. */ judgeCounts?: boolean;
  /** A rubric, or its path. Absent: the shipped one. */ rubric?: string | Rubric;
};

type SessionCasting = {
  narrator: ResolvedModel;
  /** The name of a model, or `none`. */
  classifier: string;
  /** As `observerModel` and `secondLookModel` have it. */
  reader: Pick<SessionConfig, "observerModel" | "secondLookModel">;
  playerFor(archetype: ArchetypeId): ResolvedModel;
  notes: Note[];
};

/** House narrators read a guide aloud beat by beat; without beats they have nothing to say. */
export function requireBeats({ provider, label }: ResolvedModel, { title, pulses }: Story): void {
  if (provider === "house" && pulses.length === 0)
    throw new HarnessError({
      code: "wrong-model",
      option: "narrator",
      message: `The house narrator ${label} needs beats, but the guide "${title}" has none.`,
      remedy:
        `Choose a model with ${optionText("narrator")}, or add beats to the guide: ` +
        'numbered headings, or sub-headings under a "Beats" heading (docs/guide/stories.md).',
    });
}

/**
 * The models of a session. With an embedded narrator every role is embedded unless named: a session is either a
 * rehearsal without evidence or not; a mix would look like more than it is.
 */
export function castSession(
  { casting, keys, settings, recordings }: Harness,
  request: CastRequest,
): SessionCasting {
  // On a machine without any key the first run must still work.
  const isChosen = request.narrator !== undefined || settings.roles.narrator !== undefined;
  const nothingThere = !isChosen && keys.length === 0;
  const narrator = casting.modelFor("narrator", {
    asked: request.narrator ?? (nothingThere ? "house" : undefined),
  });
  const embedded = narrator.provider === "house";
  const keyless = ({ provider }: ResolvedModel) => providers[provider].key === undefined;
  // A trial of the user's own narrator with scripted players needs no key. With models as players it wants a score.
  const isTrial =
    keyless(narrator) &&
    request.playerModel !== undefined &&
    casting.modelFor("player", { asked: request.playerModel }).provider === "house";
  const notes: Note[] = [];
  const isUsable = (model: ResolvedModel) => keyless(model) || keys.includes(model.provider);
  const without = (code: NoteCode, text: string) => {
    notes.push({ code, text });
    return NONE;
  };
  const withoutKey = (role: string, { name }: ResolvedModel) =>
    without("no-key", `the ${role} ${name} cannot be used without its key; name another ${role}`);
  const classifier = (): string => {
    const chosen = request.classifier ?? settings.roles.classifier ?? (embedded ? NONE : undefined);
    if (chosen === NONE || chosen === HOUSE) return NONE;
    const model = casting.modelFor("classifier", { asked: request.classifier });
    if (model.provider === "house") return NONE;
    const isNeeded = chosen !== undefined || !isTrial;
    return isNeeded || isUsable(model) ? model.name : withoutKey("classifier", model);
  };
  const reader = (): SessionCasting["reader"] => {
    const chosen = request.observer ?? settings.roles.observer;
    // A model named as classifier is available, and cheap enough to read as well.
    const asked = chosen ?? (embedded ? HOUSE : isModel(request.classifier) ? request.classifier : undefined);
    if (asked === NONE) return { observerModel: NONE };
    const model = casting.modelFor("observer", { asked });
    if (model.provider === "house")
      return { observerModel: embedded ? HOUSE : without("not-scored", HOUSE_READS) };
    return asked !== undefined || isUsable(model)
      ? { observerModel: model.name, secondLookModel: settings.secondLook }
      : { observerModel: withoutKey("observer", model) };
  };
  return {
    narrator,
    classifier: classifier(),
    reader: reader(),
    playerFor: (archetype) =>
      casting.modelFor("player", {
        asked: request.playerModel ?? request.playerModels?.[archetype] ?? (embedded ? "house" : undefined),
        usual: archetypeOf(archetype).model,
      }),
    notes: [
      // The offline cast and a recording name all models themselves.
      ...(embedded || recordings.offline ? [] : casting.notes()),
      ...(nothingThere ? [{ code: "no-key" as const, text: "the house cast plays" }] : []),
      ...notes,
    ],
  };
}

/** One of each archetype. */
export function possiblePlayers(harness: Harness, request: CastRequest): Needed[] {
  const { playerFor } = castSession(harness, request);
  return archetypeIds.map((archetype) => ({ role: "player", model: playerFor(archetype) }));
}

const HOUSE_READS = "the observer house finds only what a house narrator planted; name a model as observer";

/** The note that says why there is no reader. */
export const aboutReader = ({ text }: Note): boolean => text.startsWith("the observer ");

const isModel = (name: string | undefined): boolean => name !== NONE && name !== HOUSE;

/** A transcript can be read, but not resumed. */
export function requirePlayedHere(config: SessionConfig): void {
  if (config.origin)
    throw new HarnessError({
      code: "not-resumable",
      message: `This session was played elsewhere (${config.origin.file}): it has no narrator, prompt or cast to continue with.`,
      remedy: "Read it again with `rehearse observe`.",
    });
}

/**
 * Everything that can be missing before a folder is made: keys, prices under a budget, a narrator that is not allowed
 * or cannot be loaded or reached.
 */
export async function requireSession(
  harness: Harness,
  config: SessionConfig,
  budget: number | undefined = config.budget,
): Promise<void> {
  requirePlayedHere(config);
  const { offline } = harness.recordings;
  if (!offline) await requireNarrator(harness.catalog.resolve(config.narratorModel), config, harness);
  const needed = neededModels(config, harness);
  for (const { role, model } of needed) {
    const isMisplaced = role !== "narrator" && model.provider === "outside";
    if (!isMisplaced && model.kind === "language") continue;
    const why = isMisplaced
      ? "only the narrator can be a module or an address"
      : `it is a model for ${model.kind}`;
    throw new HarnessError({
      code: "wrong-model",
      option: roleOptions[role] ?? role,
      message: `${model.name}${harness.chosenBy({ role, model })} cannot be the ${role}: ${why}.`,
      remedy: `${callText("models")} lists what each model does. Any other is provider/model-id.`,
    });
  }
  harness.requireReady(needed, budget);
  const local = harness.addressOf("local") ?? LOCAL_DEFAULT;
  if (offline) return;
  const unheard = needed.filter(({ model }) => model.provider === "local" && !harness.heard.has(model.label));
  if (unheard.length === 0) return;
  const who = `The local server at ${local} (${harness.origin("providers", "local", "baseURL")})`;
  const names = [...new Set(unheard.map(({ model }) => model.name))].join(", ");
  const options = [...new Set(unheard.map(({ role }) => optionText(roleOptions[role] ?? role)))].join(", ");
  const remedy =
    `Set LOCAL_BASE_URL to another, or use other models than ${names}, which the session or the settings ` +
    `name: a new session or a replay takes ${options}.`;
  await requireReachable(local, { who, remedy });
}

/** The prices of runs with these configs. */
export const pinModels = (harness: Harness, configs: readonly SessionConfig[]): Pinned =>
  harness.pin(configs.flatMap((config) => neededModels(config, harness).map(({ model }) => model)));

export function neededModels(config: SessionConfig, { catalog }: Pick<Harness, "catalog">): Needed[] {
  const { narratorModel, classifierModel, observerModel, secondLookModel, judgeModel, group } = config;
  const readers = [observerModel, secondLookModel ?? []].flat().filter((name) => name !== NONE);
  const spokesperson = group.players[group.spokesperson]!;
  return [
    { role: "narrator", model: catalog.resolve(narratorModel) },
    ...group.players.map(({ model }) => ({ role: "player" as const, model: catalog.resolve(model) })),
    { role: "spokesperson", model: catalog.resolve(spokesperson.model) },
    ...(classifierModel === NONE
      ? []
      : [{ role: "classifier" as const, model: catalog.resolve(classifierModel) }]),
    ...readers.map((name) => ({ role: "observer" as const, model: catalog.resolve(name) })),
    ...(judgeModel === undefined ? [] : [{ role: "judge" as const, model: catalog.resolve(judgeModel) }]),
  ];
}

/** A config with notes about its prices: only for the models it names now. */
export function withPriceNotes(
  config: SessionConfig,
  harness: Pick<Harness, "catalog" | "settings">,
): SessionConfig {
  const local = localPriceNotes(neededModels(config, harness).map(({ model }) => model));
  const narrator = harness.catalog.resolve(config.narratorModel);
  const limited = (config.budget ?? harness.settings.budget) !== undefined;
  const outside =
    limited && narrator.provider === "outside" && narrator.price === undefined
      ? [notInBudget(narrator.name)]
      : [];
  const others = config.castingNotes.filter(({ code }) => code !== "not-priced");
  return { ...config, castingNotes: [...others, ...local, ...outside] };
}
