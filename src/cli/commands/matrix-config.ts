/** A matrix as somebody wants it: a preset or a file, with what flags change of it. */
import { readFileSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import type { MatrixConfigInput } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { fileError } from "../../kernel/store/index.ts";
import { presetConfig, type PresetName } from "../../playtest/index.ts";

export type MatrixFlags = { preset?: string; config?: string; stories: readonly string[]; prompts: readonly string[]; narrator: readonly string[]; sessions?: number; maxTurns?: number; playerModel?: string; classifier?: string; judge?: string; metric?: string };

export async function matrixFrom({ preset, config, ...flags }: MatrixFlags, { casting, keys }: Pick<Harness, "casting" | "keys">): Promise<MatrixConfigInput> {
  if ((preset === undefined) === (config === undefined)) throw new HarnessError({ code: "bad-matrix", message: preset === undefined ? "Neither --preset nor --config is given." : "Both --preset and --config are given.", remedy: "Start small: rehearse matrix --preset smoke." });
  const narrators = flags.narrator.length === 0 ? undefined : flags.narrator;
  const usual = () => (keys.length === 0 ? "house" : casting.modelFor("narrator", {}).name);
  const base = config === undefined ? presetConfig(preset as PresetName, { narrators, usual: usual() }) : await readMatrixFile(config);
  return {
    ...base,
    ...(narrators && { narratorModels: [...narrators] }),
    ...(flags.stories.length > 0 && { stories: [...flags.stories] }),
    ...(flags.prompts.length > 0 && { systemPrompts: namedPrompts(flags.prompts) }),
    ...(flags.sessions !== undefined && { sessionsPerCombination: flags.sessions }),
    ...(flags.maxTurns !== undefined && { maxTurnsPerSession: flags.maxTurns }),
    ...(flags.playerModel !== undefined && { playerModel: flags.playerModel }),
    ...(flags.classifier !== undefined && { classifier: flags.classifier }),
    ...(flags.judge !== undefined && { judge: flags.judge }),
    ...(flags.metric !== undefined && { primaryMetric: flags.metric }),
  };
}

/** Each is called by its file's name. */
function namedPrompts(prompts: readonly string[]): Record<string, string> {
  const named = Object.fromEntries(prompts.map((prompt) => [basename(prompt, extname(prompt)), prompt]));
  if (Object.keys(named).length === prompts.length) return named;
  throw new HarnessError({ code: "bad-matrix", message: `Two of the prompts have the same name: ${prompts.join(", ")}.`, remedy: "Rename a file, or name them in a --config: systemPrompts: { before: a/prompt.md, after: b/prompt.md }." });
}

/** What stands in it is checked by who plans it. */
async function readMatrixFile(file: string): Promise<MatrixConfigInput> {
  const value = /\.[mc]?[jt]s$/.test(file) ? await importDefault(file) : readYaml(file);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as MatrixConfigInput;
  throw unusable(file, value == null ? "it is empty" : `it holds ${Array.isArray(value) ? "a list" : `a ${typeof value}`}, not the fields of a matrix`);
}

async function importDefault(file: string): Promise<unknown> {
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error), error);
  }
  if ("default" in module) return module.default;
  throw unusable(file, "it has no default export");
}

function readYaml(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(resolve(file), "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path: file });
  }
  try {
    return parse(text);
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error), error);
  }
}

const unusable = (file: string, why: string, cause?: unknown) => new HarnessError({ code: "bad-matrix", message: `${file} cannot be used as a matrix config: ${why.trim().replace(/\.?$/, ".")}`, remedy: "Give a YAML file, or a TypeScript module with a default export (docs/guide/matrix.md).", cause });
