import { modelEntry, providerName } from "../../../contract/index.ts";
import type { ModelEntry, ModelEntryInput, ModelKind, Price, ProviderName } from "../../../contract/index.ts";
import { aliases, others } from "./catalog-data.ts";
import { HalfKnownModelError, HalfPricedModelError, UnknownModelError } from "./unknown-model-error.ts";

/** A model as it will be asked: its facts, and the name by which people asked for it. */
export type ResolvedModel = ModelEntry & {
  name: string;
  /** `provider/id`: what reports and journals say really answered. */
  label: string;
};

export type Catalog = {
  /** Throws UnknownModelError with the nearest names. */
  resolve(name: string): ResolvedModel;
  /** The names that people use, with their entries. */
  names(): string[];
};

export type CatalogOptions = {
  /** People's own entries and changes, by alias or `provider/model-id`. */
  models?: Record<string, Partial<ModelEntryInput>>;
  /** Route every alias that OpenRouter has through OpenRouter. */
  via?: "direct" | "openrouter";
  /** Members of the house cast, for `house/<member>`. */
  houseMembers?: readonly string[];
  /** Entries that stand as they are, before all others: a run keeps the models and prices that it began with. */
  pinned?: Record<string, ModelEntry>;
};

export function createCatalog({
  models = {},
  via = "direct",
  houseMembers = ["plain"],
  pinned = {},
}: CatalogOptions = {}): Catalog {
  const entries = new Map<string, ModelEntry>();
  for (const [name, entry] of Object.entries(aliases))
    entries.set(name, modelEntry.parse(changed(entry, models[name])));
  const byLabel = new Map<string, ModelEntry>();
  for (const entry of [...others.map((other) => modelEntry.parse(other)), ...entries.values()]) {
    byLabel.set(labelOf(entry), { ...entry, note: undefined, tier: undefined });
  }
  for (const [name, own] of Object.entries(models)) {
    if (entries.has(name)) continue;
    const known = passThrough(name, byLabel);
    const { data: entry } = modelEntry.safeParse({ ...known, ...own });
    if (!entry) throw new HalfKnownModelError({ name, known: [...entries.keys()] });
    if (known) byLabel.set(name, entry);
    else entries.set(name, entry);
  }

  for (const name of Object.keys(models)) requireOutputPrice(name, entries.get(name) ?? byLabel.get(name));

  const resolve = (name: string): ResolvedModel => {
    if (Object.hasOwn(pinned, name)) return named(name, pinned[name]!);
    const entry = entries.get(name);
    if (entry) return named(name, via === "openrouter" ? routed(entry) : entry);
    const passed = passThrough(name, byLabel);
    if (!passed) throw new UnknownModelError({ asked: name, known: [...entries.keys()] });
    if (passed.provider === "house" && !houseMembers.includes(passed.id)) {
      throw new UnknownModelError({ asked: name, known: houseMembers.map((member) => `house/${member}`) });
    }
    return named(name, passed);
  };
  return { resolve, names: () => [...entries.keys()] };
}

const labelOf = ({ provider, id }: { provider: string; id: string }) =>
  provider === "outside" ? id : `${provider}/${id}`;

/** A model on one's own machine sends no bill: without a price in the settings it counts as 0, and reports say so. */
const LOCAL_PRICE: Price = {
  input: 0,
  output: 0,
  asOf: "2026-11-15",
  source: "local, no price set: counted as 0",
};

const named = (name: string, entry: ModelEntry): ResolvedModel => ({
  ...entry,
  price: entry.price ?? (entry.provider === "local" ? LOCAL_PRICE : undefined),
  name,
  label: labelOf(entry),
});

/** What reports say about local models whose price nobody set. */
export const localPriceNotes = (models: readonly ResolvedModel[]): string[] =>
  [...new Set(models.filter(({ price }) => price === LOCAL_PRICE).map(({ label }) => label))].map(
    (label) => `${label}: ${LOCAL_PRICE.source}.`,
  );

const routed = (entry: ModelEntry): ModelEntry =>
  entry.openrouter === undefined ? entry : { ...entry, provider: "openrouter", id: entry.openrouter };

/** An alias that is made to stand for another model takes that model's facts, where they are known, and none of the old one's. */
function changed(entry: ModelEntryInput, own: Partial<ModelEntryInput> = {}): ModelEntryInput {
  const { provider = entry.provider, id = entry.id } = own;
  if (provider === entry.provider && id === entry.id) return { ...entry, ...own };
  const known = [...Object.values(aliases), ...others].find(
    (other) => other.provider === provider && other.id === id,
  );
  return { ...known, kind: entry.kind, tier: entry.tier, note: undefined, ...own, provider, id };
}

/** A price that says nothing about output would make output free. */
function requireOutputPrice(name: string, entry: ModelEntry | undefined): void {
  if (entry?.kind !== "language" || !entry.price) return;
  if ([entry.price, ...(entry.price.tiers ?? [])].some(({ output }) => output === undefined))
    throw new HalfPricedModelError({ name });
}

/** An address or a module of somebody's own stands for itself. */
export const isOutside = (name: string): boolean => /^https?:\/\//.test(name) || /\.[cm]?[jt]s$/.test(name);

/** `provider/model-id`: with the facts known of that id, or with none. */
function passThrough(name: string, byLabel: ReadonlyMap<string, ModelEntry>): ModelEntry | undefined {
  if (isOutside(name)) return byLabel.get(name) ?? modelEntry.parse({ provider: "outside", id: name });
  const slash = name.indexOf("/");
  const provider = providerName.safeParse(name.slice(0, Math.max(0, slash))).data;
  const id = name.slice(slash + 1);
  if (!provider || id === "") return undefined;
  const known = byLabel.get(name) ?? (provider === "openrouter" ? atOpenRouter(id, byLabel) : undefined);
  if (known) return known;
  const price = provider === "house" ? byLabel.get("house/plain")?.price : undefined;
  return modelEntry.parse({ provider, id, kind: kindOf(provider, id), price });
}

function atOpenRouter(id: string, byLabel: ReadonlyMap<string, ModelEntry>): ModelEntry | undefined {
  const known = [...byLabel.values()].find((entry) => entry.openrouter === id);
  return known && routed(known);
}

/** A model that is not in the catalog tells its kind by its name alone. */
function kindOf(provider: ProviderName, id: string): ModelKind {
  if (/rerank/.test(id)) return "reranking";
  return provider === "voyage" || /embed/.test(id) ? "embedding" : "language";
}
