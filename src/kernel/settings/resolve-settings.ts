import { type Settings, settingsFor } from "../../contract/index.ts";
import { oneKeyProviders, providerIds, providers as known } from "../models/index.ts";
import { z } from "zod";
import { addressLabel } from "../addresses/index.ts";
import { suggestion, HarnessError } from "../errors/index.ts";

type SettingsSource = "flag" | "environment" | "file" | "default";
export type ResolvedSettings = { settings: Settings; sources: Record<keyof Settings, SettingsSource> };

/**
 * Flag over environment over file over default. Each layer is checked separately, so that an error names the right one.
 */
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

/** Groups (providers, limits, roles …) are merged name by name; everything else is replaced. */
function merge(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = isGroup(value) && isGroup(merged[key]) ? merge(merged[key], value) : value;
  }
  return merged;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** All settings, with the known providers. */
export const settings = settingsFor({ ids: providerIds, oneKey: oneKeyProviders });

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options that have a variable, with its name: stated once, in the schema. */
const environmentOptions: Array<{ option: string; variable: string }> = Object.entries(
  settings.shape,
).flatMap(([option, schema]) => {
  const variable = schema.meta()?.env;
  return typeof variable === "string" ? [{ option, variable }] : [];
});

const variablesIn = (env: Environment): string[] =>
  [
    ...environmentOptions.map(({ variable }) => variable),
    ...providerIds.map((id) => known[id].baseURL ?? ""),
  ].filter((name) => name !== "" && env[name]);

/** What the environment sets: options as text, and provider addresses. */
function fromEnvironment(env: Environment): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { option, variable } of environmentOptions) {
    const text = env[variable];
    if (text !== undefined && text !== "") found[option] = valueOf(text);
  }
  const providers = providerIds.flatMap((id) => {
    const url = env[known[id].baseURL ?? ""];
    return url === undefined || url === "" ? [] : [[id, { baseURL: url }] as const];
  });
  if (providers.length > 0) found.providers = Object.fromEntries(providers);
  return found;
}

/** Variables are text; the schema says whether it is a number or a switch. */
function valueOf(text: string): unknown {
  if (text === "true") return true;
  if (text === "false") return false;
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Problems of settings in words: with the option's path, and the nearest name for an unknown one. */
function explainIssues(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => unknownOption([...issue.path, key]));
    if (issue.code === "invalid_key") return [unknownOption(issue.path)];
    return [`${pathText(issue.path)}: ${issue.message}`];
  });
}

/** A model may be named by an address that holds a key. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.map((part) => addressLabel(String(part))).join(".");

function unknownOption(path: readonly PropertyKey[]): string {
  const key = String(path.at(-1));
  const known = namesAt(path.slice(0, -1));
  return [
    `Unknown option "${pathText(path)}".`,
    suggestion(key, known) || `Known here: ${known.join(", ")}.`,
  ].join(" ");
}

type Schema = {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  propertyNames?: { enum?: string[] };
};

/** The names allowed at a path of the settings. */
function namesAt(path: readonly PropertyKey[]): string[] {
  let schema: Schema | undefined = z.toJSONSchema(settings, { io: "input" }) as Schema;
  for (const key of path) schema = schema?.properties?.[String(key)] ?? schema?.additionalProperties;
  // Limits are named by provider or by model.
  if (path.at(-1) === "limits") return providerIds;
  return schema?.propertyNames?.enum ?? Object.keys(schema?.properties ?? {});
}

export class SettingsError extends HarnessError {
  constructor({ source, problems, cause }: { source: string; problems: readonly string[]; cause?: unknown }) {
    super({
      code: "bad-settings",
      message:
        problems.length === 1
          ? `${source}: ${problems[0]}`
          : [`${source}:`, ...problems.map((problem) => `  ${problem}`)].join("\n"),
      remedy: "docs/guide/configuration.md lists every option with its default and an example.",
      cause,
    });
  }
}
