/** `catalog`: which models there are. */
import type { Config } from "../config.ts";
import {
  createCasting,
  createCatalog,
  houseRoster,
  keyStates,
  type KeyState,
  type ResolvedModel,
} from "../kernel/models/index.ts";
import { noteLine } from "../kernel/report/index.ts";
import { configOf, plainResult, requireOptions, settingsNames, type SettingsOptions } from "./harness.ts";

/** What `models --json` prints. */
export type CatalogResult = {
  /** Prices in USD per million tokens; absent: unknown. */
  models: ResolvedModel[];
  /** The embedded narrators: no key, no cost. */
  house: Array<{ name: string; does: string }>;
  keys: KeyState[];
  notes: string[];
};

/**
 * Lists model names, the models behind them, their prices, and which keys are set. Returns what `rehearse models --json`
 * prints.
 *
 * @example
 * import { catalog } from "rehearse-llm";
 *
 * const { models } = await catalog();
 * console.log(models.map(({ name, price }) => `${name}: ${price?.input ?? "unknown"}`));
 */
export async function catalog(options: SettingsOptions = {}): Promise<CatalogResult> {
  requireOptions("catalog", options, settingsNames);
  return plainResult(catalogOf(await configOf(options)));
}

export function catalogOf({ settings, connections, oneKey }: Config): CatalogResult {
  const known = createCatalog(settings);
  return {
    models: known.names().map((name) => known.resolve(name)),
    house: Object.entries(houseRoster).map(([name, does]) => ({ name: `house/${name}`, does })),
    keys: keyStates(connections),
    notes: createCasting({ catalog: known, oneKey }).notes().map(noteLine),
  };
}
