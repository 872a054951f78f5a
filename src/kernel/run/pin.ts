import { type Pinned, type Price, type Settings, runRecord, type RunRecord } from "../../contract/index.ts";
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
import { readStoredJson, writeFileSafely, exists } from "../store/index.ts";

/** What a new run keeps of the current settings. */
export function pinOf(
  models: readonly ResolvedModel[],
  {
    settings: { limits, maxOutput, points },
    addressOf,
  }: { settings: Settings; addressOf: (provider: ProviderId) => string | undefined },
): Pinned {
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
    const [variable, setting] = [providers[provider].baseURL, `providers.${provider}.baseURL`];
    const current =
      today === null ? DEFAULT_ADDRESS : `${today} (${origin("providers", provider, "baseURL")})`;
    const change =
      stored === null
        ? `unset ${variable} and ${setting}`
        : `set ${variable} or ${setting} (${optionText("config")}) to ${stored}, if you trust it`;
    throw new HarnessError({
      code: "request-changed",
      message:
        `This run called ${providers[provider].title} at ${stored ?? DEFAULT_ADDRESS}. ` +
        `The current settings have ${current}.`,
      remedy: `Rehearse never uses a stored address on its own. To resume, ${change}; or start a new run.`,
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

function priceText(price: Price | undefined): string {
  if (price === undefined) return "no known price";
  const parts = [`$${price.input} in`, price.output === undefined ? [] : `$${price.output} out`].flat();
  return `${parts.join(" and ")} per million tokens`;
}

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
