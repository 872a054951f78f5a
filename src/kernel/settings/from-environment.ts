import { providerIds, providers as known } from "../models/index.ts";
import { settings } from "./settings-schema.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options that have a variable, with its name: said once, in the schema. */
export const environmentOptions: Array<{ option: string; variable: string }> = Object.entries(
  settings.shape,
).flatMap(([option, schema]) => {
  const variable = schema.meta()?.env;
  return typeof variable === "string" ? [{ option, variable }] : [];
});

/** The variables of ours that are set. */
export const variablesIn = (env: Environment): string[] =>
  [
    ...environmentOptions.map(({ variable }) => variable),
    ...providerIds.map((id) => known[id].baseURL ?? ""),
  ].filter((name) => name !== "" && env[name]);

/** What the environment sets: options as their text reads, and where providers are reached. */
export function fromEnvironment(env: Environment): Record<string, unknown> {
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

/** Variables are text; the schema says whether a number or a switch is meant. */
function valueOf(text: string): unknown {
  if (text === "true") return true;
  if (text === "false") return false;
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
