import type { Settings } from "../../contract/index.ts";
import { explainIssues } from "./explain-issues.ts";
import { fromEnvironment, variablesIn, type Environment } from "./from-environment.ts";
import { SettingsError } from "./settings-error.ts";
import { settings } from "./settings-schema.ts";

export type SettingsSource = "flag" | "environment" | "file" | "default";
export type ResolvedSettings = { settings: Settings; sources: Record<keyof Settings, SettingsSource> };

/** Flag over environment over file over default. Each layer is checked on its own, so that an error names the right one. */
export function resolveSettings({
  file = {},
  fileName = "rehearse.config.ts",
  env = {},
  flags = {},
}: {
  file?: unknown;
  fileName?: string;
  env?: Environment;
  flags?: Record<string, unknown>;
}): ResolvedSettings {
  const fromFlags = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const environment = fromEnvironment(env);
  check(file, fileName);
  check(environment, `Environment (${variablesIn(env).join(", ")})`);
  check(fromFlags, "Flags");

  const layers = [file as Record<string, unknown>, environment, fromFlags];
  const resolved = settings.parse(layers.reduce(merge, {}));
  const sources = Object.fromEntries(
    Object.keys(settings.shape).map((option) => [option, sourceOf(option)]),
  ) as ResolvedSettings["sources"];
  return { settings: resolved, sources };

  function sourceOf(option: string): SettingsSource {
    if (option in fromFlags) return "flag";
    if (option in environment) return "environment";
    return option in (file as Record<string, unknown>) ? "file" : "default";
  }
}

function check(layer: unknown, source: string): void {
  const { error } = settings.safeParse(layer);
  if (error) throw new SettingsError({ source, problems: explainIssues(error), cause: error });
}

/** Groups (providers, limits, roles …) are merged name by name; all else is replaced. */
function merge(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = isGroup(value) && isGroup(merged[key]) ? merge(merged[key], value) : value;
  }
  return merged;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
