/** The matrix to play: a preset or a plan file, changed by options; or options alone. */
import { dirname, parse, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parse as parseYaml } from "yaml";
import {
  type GuideForm,
  matrixConfig,
  type MatrixConfig,
  type MatrixConfigInput,
  type PresetName,
  type Story,
} from "../../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { exists, fileNotFound, readText } from "../../../kernel/store/index.ts";
import { configProblem, contentNames, presetConfig, requireNames } from "../../../playtest/index.ts";

export type MatrixRequest = {
  preset?: PresetName | undefined;
  /** A file, or the plan itself. */
  plan?: string | Partial<MatrixConfigInput> | undefined;
  /** Empty lists stand for the preset's or the plan's own. */
  stories?: ReadonlyArray<string | Story> | undefined;
  prompts?: ReadonlyArray<string | Prompt> | undefined;
  narrator?: readonly string[] | undefined;
  sessions?: number | undefined;
  maxTurns?: number | undefined;
  playerModel?: string | undefined;
  classifier?: string | undefined;
  observer?: string | undefined;
  guide?: GuideForm | undefined;
  judge?: string | undefined;
};

type Prompt = { name: string; text: string };

/** Stories by id and prompts by name that need no file. */
export type Content = { stories: Story[]; systemPrompts: Prompt[] };

export async function matrixFrom(
  { preset, plan, ...changed }: MatrixRequest,
  { casting, keys, workspace }: Pick<Harness, "casting" | "keys" | "workspace">,
): Promise<{ config: MatrixConfigInput; content: Content }> {
  const {
    stories,
    prompts,
    narrator: narrators,
  } = {
    stories: filled(changed.stories),
    prompts: filled(changed.prompts),
    narrator: filled(changed.narrator),
  };
  if (preset === undefined && plan === undefined && !(stories && prompts))
    throw new HarnessError({
      code: "missing-option",
      option: "preset",
      message: `matrix needs ${optionText("preset")}, ${optionText("plan")}, or both ${optionText("stories")} and ${optionText("prompts")}.`,
      remedy:
        "Start small: `rehearse matrix --preset smoke`; or `rehearse matrix --stories innsmouth --prompts baseline,structured`.",
    });
  if (preset !== undefined && plan !== undefined)
    throw new HarnessError({
      code: "bad-combination",
      option: "plan",
      message: `${optionText("preset", preset)} and ${optionText("plan", typeof plan === "string" ? plan : undefined)} cannot be used together.`,
      remedy: `Remove one. Options such as ${optionText("stories")}, ${optionText("prompts")}, ${optionText("narrator")} and ${optionText("sessions")} change either.`,
    });
  const usual = () => (keys.length === 0 ? "house" : casting.modelFor("narrator", {}).name);
  const base: Partial<MatrixConfigInput> =
    preset !== undefined
      ? presetConfig(preset, { narrators, usual: usual() })
      : typeof plan === "string"
        ? await readMatrixFile(plan)
        : plan === undefined
          ? { narratorModels: [usual()], sessionsPerCombination: 1 }
          : checkedPlan(plan);
  const storyOf = (asked: string) =>
    byName(base.stories, asked) ?? known("story", asked, { workspace, own: base.stories?.map(nameOf) });
  const config = {
    ...base,
    narratorModels:
      narrators?.map((asked) => byName(base.narratorModels, asked) ?? asked) ?? base.narratorModels,
    stories: stories?.map((asked) => (typeof asked === "string" ? storyOf(asked) : asked.id)) ?? base.stories,
    systemPrompts: prompts ? promptsNamed(prompts, workspace, base.systemPrompts) : base.systemPrompts,
    sessionsPerCombination: changed.sessions ?? base.sessionsPerCombination,
    maxTurnsPerSession: changed.maxTurns ?? base.maxTurnsPerSession,
    playerModel: changed.playerModel ?? base.playerModel,
    classifier: changed.classifier ?? base.classifier,
    observer: changed.observer ?? base.observer,
    guide: changed.guide ?? base.guide,
    judge: changed.judge ?? base.judge,
    // The planner reports fields that are still missing.
  } as MatrixConfigInput;
  return { config, content: { stories: objectsIn(stories), systemPrompts: objectsIn(prompts) } };
}

const filled = <Item>(items: readonly Item[] | undefined) =>
  items === undefined || items.length === 0 ? undefined : items;

const objectsIn = <Item extends object>(items: ReadonlyArray<string | Item> = []): Item[] =>
  items.filter((item) => typeof item !== "string");

const isPath = (text: string): boolean => /[./\\]/.test(text) && exists(text);
const nameOf = (entry: string): string => (isPath(entry) ? parse(entry).name : entry);

/** An entry of the plan, by its name or its file's name. */
const byName = (own: readonly string[] = [], asked: string): string | undefined =>
  own.find((entry) => entry === asked) ?? own.find((entry) => nameOf(entry) === asked);

/** Names of the plan come first; other prompts are named after their files. */
function promptsNamed(
  prompts: ReadonlyArray<string | Prompt>,
  workspace: string,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const named = Object.fromEntries(
    prompts.map((prompt) => {
      if (typeof prompt !== "string") return [prompt.name, prompt.name];
      return Object.hasOwn(own, prompt)
        ? [prompt, own[prompt]!]
        : [parse(prompt).name, known("prompt", prompt, { workspace, own: Object.keys(own) })];
    }),
  );
  if (Object.keys(named).length === prompts.length) return named;
  throw new HarnessError({
    code: "bad-value",
    option: "prompts",
    message: `Two of the prompts have the same name: ${prompts.map((prompt) => (typeof prompt === "string" ? prompt : prompt.name)).join(", ")}.`,
    remedy:
      "Rename a file, or name them in a plan: systemPrompts: { before: a/prompt.md, after: b/prompt.md }.",
  });
}

/** A name of the workspace or the package, or a path. The error lists the names of the plan too. */
function known(
  kind: "story" | "prompt",
  asked: string,
  { workspace, own = [] }: { workspace: string; own?: readonly string[] },
): string {
  const names = contentNames(kind, workspace);
  if (names.includes(asked) || /[./\\]/.test(asked)) return asked;
  const others = own.filter((name) => !names.includes(name));
  throw new HarnessError({
    code: "unknown-name",
    option: kind === "story" ? "stories" : "prompts",
    message: [
      `Unknown ${kind} "${asked}".`,
      ...(others.length > 0 ? [`In the plan: ${others.join(", ")}.`] : []),
      `Known: ${names.join(", ")}.`,
      suggestion(asked, [...others, ...names]),
    ]
      .filter(Boolean)
      .join(" "),
    remedy: "Use one of these names, or the path of your own file.",
  });
}

/** A matrix in a file: YAML, or a module. Paths in it are relative to its folder. Fields may be missing: options can set them. */
async function readMatrixFile(file: string): Promise<Partial<MatrixConfig>> {
  if (!exists(file)) throw fileNotFound(file, { remedy: REMEDY }).about("plan");
  const value = /\.[mc]?[jt]s$/.test(file) ? await importDefault(file) : readYaml(file);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw unusable(
      file,
      value == null
        ? "it is empty"
        : `it contains ${Array.isArray(value) ? "a list" : `a ${typeof value}`}, not the fields of a matrix`,
    );
  return withPaths(checkedPlan(value, { what: file, remedy: REMEDY }), file);
}

/** Fields may be missing: options can set them. */
function checkedPlan(plan: object, named?: { what: string; remedy: string }): Partial<MatrixConfig> {
  requireNames((plan as Partial<MatrixConfig>).systemPrompts);
  const parsed = matrixConfig.partial().safeParse(plan);
  if (!parsed.success) throw configProblem(parsed.error, named).about("plan");
  return parsed.data;
}

function withPaths(config: Partial<MatrixConfig>, file: string): Partial<MatrixConfig> {
  const { stories, systemPrompts, narratorModels } = config;
  const content = (kind: string) => (asked: string) =>
    /[./\\]/.test(asked) ? pathIn(asked, { file, kind }) : asked;
  // A slash alone does not make a narrator a path: house/blunt, openrouter/….
  const narrator = (asked: string) =>
    /\.[cm]?[jt]s$/.test(asked) && !/^https?:/.test(asked)
      ? pathIn(asked, { file, kind: "narrator" })
      : asked;
  return {
    ...config,
    ...(stories && { stories: stories.map(content("story")) }),
    ...(systemPrompts && {
      systemPrompts: Object.fromEntries(
        Object.entries(systemPrompts).map(([name, where]) => [name, content("prompt")(where)]),
      ),
    }),
    ...(narratorModels && { narratorModels: narratorModels.map(narrator) }),
  };
}

/** Relative if it is below the current folder. */
function pathIn(asked: string, { file, kind }: { file: string; kind: string }): string {
  const folder = dirname(resolve(file));
  const path = resolve(folder, asked);
  if (!exists(path)) {
    const meant = exists(asked)
      ? ` Relative to it, ${resolve(asked)} is ${relative(folder, resolve(asked))}.`
      : "";
    throw fileNotFound(path, {
      remedy: `${file} names it as the ${kind} ${asked}. Paths in a matrix plan are relative to the plan's folder.${meant}`,
    });
  }
  const here = relative(process.cwd(), path);
  if (here.startsWith("..")) return path;
  return /[./\\]/.test(here) ? here : `./${here}`;
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
  const text = readText(file);
  try {
    return parseYaml(text);
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error), error);
  }
}

const REMEDY = "Use a YAML file, or a TypeScript module with a default export (docs/guide/matrix.md).";
const unusable = (file: string, why: string, cause?: unknown) =>
  new HarnessError({
    code: "bad-file",
    option: "plan",
    message: `${file} cannot be used as a matrix plan: ${why.trim().replace(/\.?$/, ".")}`,
    remedy: REMEDY,
    cause,
  });
