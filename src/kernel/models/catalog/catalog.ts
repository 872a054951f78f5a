/**
 * The available models: by a name of `aliases.ts`, or as `provider/model-id`. The facts come from the providers'
 * modules and the user's settings.
 */
import {
  modelEntry,
  type ModelEntry,
  type ModelEntryInput,
  type ModelKind,
  type Note,
  type Role,
} from "../../../contract/index.ts";
import { isAddress, isFunction, requireBareAddress, withoutKey } from "../../addresses/index.ts";
import { callText, HarnessError, suggestion } from "../../errors/index.ts";
import { isProvider, providerIds, providers, requireProvider, type ProviderId } from "../providers/index.ts";
import { aliases } from "./aliases.ts";

/** A model as requested: its facts, and the name the user gave. */
export type ResolvedModel = Omit<ModelEntry, "provider"> & {
  provider: ProviderId;
  name: string;
  /** `provider/id`: what reports and journals record as having answered. */
  label: string;
};

export type Needed = { role: Role; model: ResolvedModel };

export type Catalog = {
  /** Throws UnknownModelError with the nearest names, of this kind if one is needed. */
  resolve(name: string, kind?: ModelKind): ResolvedModel;
  /** The short names, with their entries. */
  names(): string[];
};

export type CatalogOptions = {
  /** The user's own entries and changes, by alias or `provider/model-id`. */
  models?: Record<string, Partial<ModelEntryInput>>;
  /** Route every alias that OpenRouter has through OpenRouter. */
  via?: "direct" | "openrouter";
  /** Members of the offline cast, for `house/<member>`. */
  houseMembers?: readonly string[];
  /** Entries that override all others: a run keeps the models and prices it began with. */
  pinned?: Record<string, ModelEntry>;
  /** Names a setting and where it was set, for errors. */
  origin?: (...path: string[]) => string;
  /** Names the settings that choose a model, for errors. */
  chosenBy?: (model: string) => string | undefined;
};

export function createCatalog({
  models = {},
  via = "direct",
  houseMembers = ["plain"],
  pinned = {},
  origin = (...path) => path.join("."),
  chosenBy = () => undefined,
}: CatalogOptions = {}): Catalog {
  const entries = new Map<string, ModelEntry>();
  for (const [name, { model, ...more }] of Object.entries(aliases))
    entries.set(name, modelEntry.parse(changed({ ...known.get(model)!, ...more }, models[name])));
  const byLabel = new Map([...known].map(([label, entry]) => [label, modelEntry.parse(entry)]));
  for (const entry of entries.values())
    byLabel.set(labelOf(entry), { ...entry, note: undefined, tier: undefined });
  for (const [given, own] of Object.entries(models)) {
    const name = requireBareAddress(given);
    if (entries.has(name)) continue;
    const passed = passThrough(name, byLabel);
    const { data: entry } = modelEntry.safeParse({ ...passed, ...own });
    if (!entry)
      throw new HarnessError({
        code: "bad-settings",
        message:
          `${origin("models", name)}: "${name}" is not in the catalog, and its entry does not set ` +
          `provider and id. ${suggestion(name, [...entries.keys()])}`.trimEnd(),
        remedy: `Write the name as the catalog has it, or: models: { "${name}": { provider: "local", id: "…" } }`,
      });
    if (passed) byLabel.set(name, entry);
    else entries.set(name, entry);
  }

  for (const name of Object.keys(models))
    if (lacksOutputPrice(entries.get(name) ?? byLabel.get(name)))
      throw new HarnessError({
        code: "bad-settings",
        message: `${origin("models", name, "price")} has no price for output.`,
        remedy:
          "Set both input and output, in USD per million tokens and in every tier. Use 0 if it is free.",
      });

  const resolve = (asked: string, kind?: ModelKind): ResolvedModel => {
    const name = requireBareAddress(asked);
    if (Object.hasOwn(pinned, name)) return named(name, pinned[name]!);
    const entry = entries.get(name);
    if (entry) return named(name, via === "openrouter" ? routed(entry) : entry);
    const passed = passThrough(name, byLabel);
    const unknown = (known: string[]) =>
      new UnknownModelError({ asked: name, known, setting: chosenBy(asked) });
    const ofKind = [...entries].filter(([, entry]) => kind === undefined || entry.kind === kind);
    if (!passed) throw unknown(ofKind.map(([each]) => each));
    if (passed.provider === "house" && !houseMembers.includes(passed.id))
      throw unknown(houseMembers.map((member) => `house/${member}`));
    return named(name, passed);
  };
  return { resolve, names: () => [...entries.keys()] };
}

function labelOf({ provider, id }: { provider: string; id: string }): string {
  return provider === "outside" ? id : `${provider}/${id}`;
}

const named = (name: string, entry: ModelEntry): ResolvedModel => {
  const provider = requireProvider(entry.provider);
  const price = entry.price ?? providers[provider].unlistedPrice;
  const id = requireBareAddress(entry.id);
  return { ...entry, id, provider, price, name, label: labelOf({ provider, id }) };
};

/** Notes for reports about local models without a set price. */
export const localPriceNotes = (models: readonly ResolvedModel[]): Note[] =>
  [
    ...new Set(
      models.flatMap(({ provider, label, price }) =>
        provider === "local" && price === providers.local.unlistedPrice
          ? [`${label} has no price set and counts as 0`]
          : [],
      ),
    ),
  ].map((text) => ({ code: "not-priced", text }));

const routed = (entry: ModelEntry): ModelEntry =>
  entry.openrouter === undefined ? entry : { ...entry, provider: "openrouter", id: entry.openrouter };

/** The models that the providers' modules list, by label. */
const known: ReadonlyMap<string, ModelEntryInput> = new Map(
  providerIds.flatMap((provider) =>
    providers[provider].models.map((model): [string, ModelEntryInput] => [
      labelOf({ provider, id: model.id }),
      { provider, ...model },
    ]),
  ),
);

/**
 * An alias that the settings point to another model takes that model's facts, if known, and keeps none of the old ones.
 */
function changed(entry: ModelEntryInput, own: Partial<ModelEntryInput> = {}): ModelEntryInput {
  const { provider = entry.provider, id = entry.id } = own;
  if (provider === entry.provider && id === entry.id) return { ...entry, ...own };
  return {
    ...known.get(labelOf({ provider, id })),
    kind: entry.kind,
    tier: entry.tier,
    note: undefined,
    ...own,
    provider,
    id,
  };
}

/** Without an output price, output would count as free. */
function lacksOutputPrice(entry: ModelEntry | undefined): boolean {
  if (entry?.kind !== "language" || !entry.price) return false;
  return [entry.price, ...(entry.price.tiers ?? [])].some(({ output }) => output === undefined);
}

/** An address, module or function of the user's own is used as given. */
export const isOutside = (name: string): boolean =>
  isAddress(name) || isFunction(name) || /\.[cm]?[jt]s$/.test(name);

/** `provider/model-id`: with the known facts of that id, or none. */
function passThrough(name: string, byLabel: ReadonlyMap<string, ModelEntry>): ModelEntry | undefined {
  if (isOutside(name)) return byLabel.get(name) ?? modelEntry.parse({ provider: "outside", id: name });
  const slash = name.indexOf("/");
  const provider = name.slice(0, Math.max(0, slash));
  const id = name.slice(slash + 1);
  if (!isProvider(provider) || id === "") return undefined;
  const listed = byLabel.get(name) ?? (provider === "openrouter" ? atOpenRouter(id, byLabel) : undefined);
  return listed ?? modelEntry.parse({ provider, id, kind: kindOf(provider, id) });
}

function atOpenRouter(id: string, byLabel: ReadonlyMap<string, ModelEntry>): ModelEntry | undefined {
  const listed = [...byLabel.values()].find((entry) => entry.openrouter === id);
  return listed && routed(listed);
}

/** The kind of a model outside the catalog is inferred from its name. */
function kindOf(provider: ProviderId, id: string): ModelKind {
  return /embed/.test(id) ? "embedding" : (providers[provider].unlistedKind ?? "language");
}

/** Also for a name with an unknown provider: `foo/bar`. */
export class UnknownModelError extends HarnessError {
  constructor({
    asked: given,
    known,
    setting,
  }: {
    asked: string;
    known: readonly string[];
    /** The settings that name it. */
    setting?: string | undefined;
  }) {
    const asked = withoutKey(given);
    const provider = asked.includes("/") ? asked.slice(0, asked.indexOf("/")) : undefined;
    const place = setting === undefined ? "" : `${setting}: `;
    const [what, wanted, among] =
      provider !== undefined && /[.:]/.test(provider)
        ? [`"${asked}" is neither an address (http://…) nor a module (.ts, .mts, .js, …).`, asked, []]
        : provider === undefined || isProvider(provider)
          ? [`Unknown model "${asked}".`, asked, known]
          : [`Unknown provider "${provider}" in "${asked}".`, provider, namedProviders];
    const names = among.length === 0 ? "" : ` Known: ${among.join(", ")}. ${suggestion(wanted, among)}`;
    super({
      code: "unknown-name",
      message: `${place}${what}${names}`.trimEnd(),
      remedy: `${callText("models")} lists the names; provider/model-id, openrouter/… and local/… reach any other model.`,
    });
  }
}

/** A narrator of your own is named by its address or file, not by a provider. */
const namedProviders = providerIds.filter((id) => id !== "outside");
