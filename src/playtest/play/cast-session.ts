import type { ArchetypeId, Note, Pinned, Rubric, SessionConfig, Story } from "../../contract/index.ts";
import { notInBudget } from "../../kernel/budget/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
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
import { archetypeOf } from "../archetypes/index.ts";
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

export type SessionCasting = {
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
      remedy: `Choose a model with ${optionText("narrator")}, or add beats to the guide: numbered headings, or sub-headings under a "Beats" heading (docs/guide/stories.md).`,
    });
}

/**
 * The models of a session. With an embedded narrator every role is embedded unless named: a session is either a
 * rehearsal without evidence or not; a mix would look like more than it is.
 */
export function castSession({ casting, keys, settings }: Harness, request: CastRequest): SessionCasting {
  // On a machine without any key the first run must still work.
  const isChosen = request.narrator !== undefined || settings.roles.narrator !== undefined;
  const nothingThere = !isChosen && keys.length === 0;
  const narrator = casting.modelFor("narrator", {
    asked: request.narrator ?? (nothingThere ? "house" : undefined),
  });
  const embedded = narrator.provider === "house";
  // The user's own narrator with embedded or local players needs no key, so the classifier must not need one either.
  const keyless = ({ provider }: ResolvedModel) => providers[provider].key === undefined;
  const needsNoKey =
    keyless(narrator) &&
    request.playerModel !== undefined &&
    keyless(casting.modelFor("player", { asked: request.playerModel }));
  const notes: Note[] = [];
  const lacksKey = (model: ResolvedModel) => !keyless(model) && !keys.includes(model.provider);
  const classifier = (): string => {
    const chosen = request.classifier ?? settings.roles.classifier ?? (embedded ? NONE : undefined);
    if (chosen === NONE || chosen === HOUSE) return NONE;
    const model = casting.modelFor("classifier", { asked: request.classifier });
    if (model.provider === "house") return NONE;
    if (chosen !== undefined || !needsNoKey || !lacksKey(model)) return model.name;
    notes.push({
      code: "no-key",
      text: `the classifier ${model.name} cannot be used without its key; name another classifier`,
    });
    return NONE;
  };
  const reader = (): SessionCasting["reader"] => {
    const chosen = request.observer ?? settings.roles.observer;
    // A model named as classifier is available, and cheap enough to read as well.
    const asked = chosen ?? (embedded ? HOUSE : isModel(request.classifier) ? request.classifier : undefined);
    if (asked === NONE) return { observerModel: NONE };
    const model = casting.modelFor("observer", { asked });
    if (model.provider === "house") return { observerModel: HOUSE };
    if (asked !== undefined || !lacksKey(model))
      return { observerModel: model.name, secondLookModel: settings.secondLook };
    notes.push({
      code: "no-key",
      text: `the reader ${model.name} cannot be used without its key; name another observer`,
    });
    return { observerModel: NONE };
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
      ...casting.notes(),
      ...(nothingThere ? [{ code: "no-key" as const, text: "the house cast plays" }] : []),
      ...notes,
    ],
  };
}

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
  const misplaced = needed.find(({ role, model }) => role !== "narrator" && model.provider === "outside");
  if (misplaced)
    throw new HarnessError({
      code: "wrong-model",
      option: roleOptions[misplaced.role] ?? misplaced.role,
      message: `${misplaced.model.name}${harness.chosenBy(misplaced)} cannot be the ${misplaced.role}: only the narrator can be a module or an address.`,
      remedy: "Choose a model from `rehearse models`, or provider/model-id.",
    });
  const mute = needed.find(({ model }) => model.kind !== "language");
  if (mute)
    throw new HarnessError({
      code: "wrong-model",
      option: roleOptions[mute.role] ?? mute.role,
      message: `${mute.model.name}${harness.chosenBy(mute)} cannot be the ${mute.role}: it is a model for ${mute.model.kind}.`,
      remedy: "`rehearse models` lists what each model does.",
    });
  harness.requireReady(needed, budget);
  const local = harness.addressOf("local") ?? LOCAL_DEFAULT;
  if (offline) return;
  const unheard = needed.find(({ model }) => model.provider === "local" && !harness.heard.has(model.label));
  if (unheard) {
    const who = `The local server at ${local} (${harness.origin("providers", "local", "baseURL")})`;
    await requireReachable(local, { who, clock: harness.clock });
  }
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
