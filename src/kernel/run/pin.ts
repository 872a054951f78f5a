import {
  type Pinned,
  type Price,
  type Settings,
  runRecord,
  type RunRecord,
  type LostCalls,
} from "../../contract/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import {
  providers,
  requireProvider,
  UnknownModelError,
  type Catalog,
  type ProviderId,
  type ResolvedModel,
} from "../models/index.ts";
import type { SettingOrigin } from "../settings/index.ts";
import { join } from "node:path";
import { createFold, foldJournal, lostSince } from "../journal/index.ts";
import { readStoredJson, writeFileSafely, exists } from "../store/index.ts";
import { JOURNAL_FILE } from "./open-run.ts";

/** What a new run keeps of the current settings. */
export function pinOf(
  models: readonly ResolvedModel[],
  {
    settings: { limits, maxOutput, points },
    addressOf,
    hasKey,
  }: {
    settings: Settings;
    addressOf: (provider: ProviderId) => string | undefined;
    /** Whether the address of an own narrator holds a key. */
    hasKey: (model: ResolvedModel) => boolean;
  },
): Pinned {
  const keyed = models.filter((model) => model.provider === "outside" && hasKey(model));
  return {
    models: Object.fromEntries(models.map(({ name, label: _label, ...entry }) => [name, entry])),
    limits,
    maxOutput,
    points,
    addresses: Object.fromEntries(
      models
        .filter(({ provider }) => providers[provider].baseURL !== undefined)
        .map(({ provider }) => [provider, addressOf(provider) ?? null]),
    ),
    ...(keyed.length > 0 && { keyed: keyed.map(({ name }) => name) }),
  };
}

/** Current limits win; the rest is as the run began. */
export const withPinned = (settings: Settings, { limits, maxOutput, points }: Pinned): Settings => ({
  ...settings,
  limits: { ...limits, ...settings.limits },
  maxOutput: { ...maxOutput, ...settings.maxOutput },
  points: points ?? settings.points,
});

/** A stored address may come from anyone. If it differs from the current one, the user decides. */
export function requireAddresses(
  { addresses }: Pinned,
  { addressOf, origin }: { addressOf: (provider: ProviderId) => string | undefined; origin: SettingOrigin },
): void {
  for (const [name, stored] of Object.entries(addresses)) {
    const provider = requireProvider(name);
    const today = addressOf(provider) ?? null;
    if (stored === today) continue;
    const current =
      today === null ? DEFAULT_ADDRESS : `${today} (${origin("providers", provider, "baseURL")})`;
    throw new HarnessError({
      code: "request-changed",
      message: `This run called ${providers[provider].title} at ${stored ?? DEFAULT_ADDRESS}. The current settings have ${current}.`,
      remedy: `Rehearse never uses a stored address on its own. To resume, ${stored === null ? `unset ${providers[provider].baseURL} and providers.${provider}.baseURL` : `set ${providers[provider].baseURL} or providers.${provider}.baseURL (${optionText("config")}) to ${stored}, if you trust it`}; or start a new run.`,
    });
  }
}

const DEFAULT_ADDRESS = "its default address";

/** Prices that differ from today's, in words. */
export const pinnedNotes = ({ models }: Pinned, today: Catalog): string[] =>
  Object.entries(models).flatMap(([name, { price }]) => {
    const now = priceToday(name, today);
    return JSON.stringify(price) === JSON.stringify(now)
      ? []
      : [
          `${name} is billed at ${priceText(price)}, the price when this run started. The current settings have ${priceText(now)}.`,
        ];
  });

function priceToday(name: string, catalog: Catalog): Price | undefined {
  try {
    return catalog.resolve(name).price;
  } catch (error) {
    if (error instanceof UnknownModelError) return undefined;
    throw error;
  }
}

const priceText = (price: Price | undefined): string =>
  price === undefined
    ? "no known price"
    : `$${price.input} in${price.output === undefined ? "" : ` and $${price.output} out`} per million tokens`;

const FILE = "run.json";

/** What a run without turns started with; undefined: none. */
export function readRunRecord(dir: string): RunRecord | undefined {
  const path = join(dir, FILE);
  if (!exists(path)) return undefined;
  return readStoredJson(
    path,
    runRecord,
    (problem) =>
      new HarnessError({
        code: "damaged-file",
        message: `${path} is unreadable: ${problem}.`,
        remedy: `Restore it from a backup, or start a new run with ${optionText("fresh")}.`,
      }),
  );
}

export const writeRunRecord = (dir: string, record: RunRecord): Promise<void> =>
  writeFileSafely(join(dir, FILE), `${JSON.stringify(record)}\n`);

/** What a run's journal lacks according to its record. */
export function lostFromRun(dir: string, { journal }: RunRecord): LostCalls | undefined {
  const path = join(dir, JOURNAL_FILE);
  const isThere = exists(path);
  const lost = lostSince(journal, (isThere ? foldJournal(path) : createFold()).all(), path);
  // The record is written after the journal was opened.
  return lost ?? (isThere ? undefined : { path, attempts: 1, accepted: 0 });
}
