import { type Role, type Settings, settingsFor } from "../../contract/index.ts";
import { oneKeyProviders, providerIds, providers as known } from "../models/index.ts";
import { z } from "zod";
import { isAddress, withoutKey } from "../addresses/index.ts";
import { HarnessError, optionText, suggestion } from "../errors/index.ts";
import { issueText } from "../store/index.ts";

type SettingsSource = "flag" | "environment" | "file" | "default";
export type ResolvedSettings = {
  settings: Settings;
  sources: Record<keyof Settings, SettingsSource>;
  origin: SettingOrigin;
};

/**
 * Names a setting and its place in errors: `roles.judge in rehearse.config.ts`, `REHEARSE_VIA`, `--budget`, or
 * `timeoutMs (default)`.
 */
export type SettingOrigin = (...path: string[]) => string;

/** A setting outside the file, by the variable or the flag that sets it. */
type Override = {
  path: readonly string[];
  value: unknown;
  name: string;
  source: SettingsSource;
  option?: string;
};

/**
 * Flag over environment over file over default. Each is checked separately, so that an error names the right one.
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
  check(file, { source: fileName, option: "config" });
  const overrides = [...variablesIn(env), ...flagsIn(flags)];
  for (const { path, value, name: source, option } of overrides)
    check(nested(path, value), { source, option, at: path });

  const layers = [file as Layer, ...overrides.map(({ path, value }) => nested(path, value))];
  const sourceOf = (...path: string[]): SettingsSource =>
    setBy(path)?.source ?? (isSet(file, path) ? "file" : "default");
  return {
    settings: settings.parse(layers.reduce(merge, {})),
    sources: Object.fromEntries(
      Object.keys(settings.shape).map((option) => [option, sourceOf(option)]),
    ) as ResolvedSettings["sources"],
    origin(...path) {
      const from = isSet(file, path) ? `in ${fileName}` : "(default)";
      return setBy(path)?.name ?? `${pathText(path)} ${from}`;
    },
  };

  function setBy(path: readonly string[]): Override | undefined {
    return overrides.findLast((one) => path.every((part, index) => one.path[index] === part));
  }
}

/**
 * Names the settings that choose a model, in any role or in one, for errors: `roles.judge in rehearse.config.ts`.
 * Undefined: no setting does.
 */
export function chosenBy(
  model: string,
  { settings, origin, role }: { settings: Settings; origin: SettingOrigin; role?: Role },
): string | undefined {
  const { roles, secondLook } = settings;
  const choices = [
    ...Object.entries(roles).map(([name, chosen]) => ({ role: name, chosen, path: ["roles", name] })),
    { role: "observer", chosen: secondLook, path: ["secondLook"] },
  ];
  const places = choices
    .filter((choice) => choice.chosen === model && (role === undefined || choice.role === role))
    .map(({ path }) => origin(...path));
  return places.length === 0 ? undefined : places.join(" and ");
}

/** `at`: the setting that the source stands for. */
function check(
  layer: unknown,
  { source, option, at = [] }: { source: string; option?: string | undefined; at?: readonly string[] },
): void {
  const { error } = settings.safeParse(layer);
  if (error)
    throw new SettingsError({ source, option, problems: explainIssues(error, { at, layer }), cause: error });
}

type Layer = Record<string, unknown>;

/** Groups (providers, limits, roles …) are merged name by name; everything else is replaced. */
function merge(under: Layer, over: Layer): Layer {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = isGroup(value) && isGroup(merged[key]) ? merge(merged[key], value) : value;
  }
  return merged;
}

const isGroup = (value: unknown): value is Layer =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const nested = ([first, ...rest]: readonly string[], value: unknown): Layer => ({
  [first!]: rest.length === 0 ? value : nested(rest, value),
});

const isSet = (layer: unknown, [first, ...rest]: readonly string[]): boolean =>
  first === undefined || (isGroup(layer) && Object.hasOwn(layer, first) && isSet(layer[first], rest));

/** All settings, with the known providers. */
export const settings = settingsFor({ ids: providerIds, oneKey: oneKeyProviders });

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that have a variable: stated once, in the schema and in the table of providers. */
const variables: ReadonlyArray<Pick<Override, "path" | "name">> = [
  ...withVariable(settings.shape),
  ...providerIds.flatMap((id) => {
    const name = known[id].baseURL;
    return name === undefined ? [] : [{ path: ["providers", id, "baseURL"], name }];
  }),
];

function withVariable(
  shape: Readonly<Record<string, z.ZodType>>,
  above: readonly string[] = [],
): Array<Pick<Override, "path" | "name">> {
  return Object.entries(shape).flatMap(([option, schema]) => {
    const path = [...above, option];
    const name = schema.meta()?.env;
    const group = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
    return [
      ...(typeof name === "string" ? [{ path, name }] : []),
      ...(group instanceof z.ZodObject ? withVariable(group.shape, path) : []),
    ];
  });
}

/** Variables are text; the schema says whether it is a number or a switch. */
function variablesIn(env: Environment): Override[] {
  return variables.flatMap(({ path, name }) => {
    const text = env[name];
    if (text === undefined || text === "") return [];
    const value = [valueOf(text), text].find((one) => settings.safeParse(nested(path, one)).success);
    return [{ path, name, value: value ?? valueOf(text), source: "environment" }];
  });
}

function valueOf(text: string): unknown {
  if (text === "true") return true;
  if (text === "false") return false;
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

const flagsIn = (flags: Readonly<Record<string, unknown>>): Override[] =>
  Object.entries(flags).flatMap(([option, value]) =>
    value === undefined ? [] : [{ path: [option], value, name: optionText(option), source: "flag", option }],
  );

/** Problems of settings in words: with the option's path, and the nearest name for an unknown one. */
function explainIssues(
  error: z.ZodError,
  { at, layer }: { at: readonly string[]; layer: unknown },
): string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => unknownOption([...issue.path, key]));
    if (issue.code === "invalid_key") return [unknownOption(issue.path)];
    const path = pathText(issue.path.slice(at.length));
    const isUrl = issue.code === "invalid_format" && issue.format === "url";
    const found = isUrl ? `, found ${addressAt(layer, issue.path)}` : "";
    return [[...(path === "" ? [] : [path]), `${issueText(issue)}${found}`].join(": ")];
  });
}

/** Without a key that it may hold. */
const addressAt = (layer: unknown, path: readonly PropertyKey[]): string =>
  JSON.stringify(withoutKey(String(path.reduce((at, key) => (isGroup(at) ? at[String(key)] : at), layer))));

/** A model may have been named by an address with a key, which is refused. */
const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map(String)
    .map((part) => (isAddress(part) ? withoutKey(part) : part))
    .join(".");

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

type SettingsProblems = {
  source: string;
  /** The option that holds them. */
  option?: string | undefined;
  problems: readonly string[];
  cause?: unknown;
};

export class SettingsError extends HarnessError {
  constructor({ source, option = "config", problems, cause }: SettingsProblems) {
    super({
      code: "bad-settings",
      option,
      message:
        problems.length === 1
          ? `${source}: ${problems[0]}`
          : [`${source}:`, ...problems.map((problem) => `  ${problem}`)].join("\n"),
      remedy: "docs/guide/configuration.md lists every setting.",
      cause,
    });
  }
}
