/** The matrix to play: a preset or a plan file, changed by options; or options alone. */
import { parse } from "node:path";
import { parse as parseYaml } from "yaml";
import {
  type GuideForm,
  matrixConfig,
  type MatrixConfig,
  type MatrixConfigInput,
  type NamedText,
  type PresetName,
  type RecordedMatrix,
  type Story,
} from "../../../contract/index.ts";
import { callText, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { exists, fileNotFound, readText } from "../../../kernel/store/index.ts";
import { configProblem, type MatrixInput, presetConfig } from "../../../playtest/index.ts";

export type MatrixRequest = {
  preset?: PresetName | undefined;
  /** A file, or the plan itself. */
  plan?: string | Partial<MatrixConfigInput> | undefined;
  /** Empty lists stand for the preset's or the plan's own. */
  stories?: ReadonlyArray<string | Story> | undefined;
  prompts?: ReadonlyArray<string | NamedText> | undefined;
  narrator?: readonly string[] | undefined;
  sessions?: number | undefined;
  maxTurns?: number | undefined;
  playerModel?: string | undefined;
  classifier?: string | undefined;
  observer?: string | undefined;
  guide?: GuideForm | undefined;
  judge?: string | undefined;
};

/** Stories and prompts by name or path, or themselves. */
type Config = Omit<MatrixInput, "stories"> & { stories: ReadonlyArray<string | Story> };

export function matrixFrom(
  { preset, plan, ...changed }: MatrixRequest,
  { casting, keys }: Pick<Harness, "casting" | "keys">,
  recorded?: RecordedMatrix,
): Config {
  const [stories, prompts, narrators] = [
    filled(changed.stories),
    filled(changed.prompts),
    filled(changed.narrator),
  ];
  if (preset === undefined && plan === undefined && !recorded && !(stories && prompts))
    throw new HarnessError({
      code: "missing-option",
      option: "preset",
      message: "matrix needs to know what to play.",
      remedy:
        `Start small: ${callText("matrix", { preset: "smoke" })}; ` +
        `or ${callText("matrix", { stories: ["innsmouth"], prompts: ["baseline", "structured"] })}.`,
    });
  if (preset !== undefined && plan !== undefined)
    throw new HarnessError({
      code: "bad-combination",
      option: "plan",
      message:
        `${optionText("preset", preset)} and ${optionText("plan", typeof plan === "string" ? plan : undefined)} cannot be ` +
        "used together.",
      remedy:
        `Remove one. Options such as ${optionText("stories")}, ${optionText("prompts")}, ` +
        `${optionText("narrator")} and ${optionText("sessions")} change either.`,
    });
  const usual = () => (keys.length === 0 ? "house" : casting.modelFor("narrator", {}).name);
  const base: Partial<Config> =
    preset !== undefined
      ? presetConfig(preset, { narrators, usual: usual() })
      : typeof plan === "string"
        ? readMatrixFile(plan)
        : plan !== undefined
          ? checkedPlan(plan)
          : recorded
            ? { ...recorded, systemPrompts: Object.fromEntries(recorded.systemPrompts.map(byOwnName)) }
            : { narratorModels: [usual()], sessionsPerCombination: 1 };
  return {
    ...base,
    narratorModels: narrators ?? base.narratorModels,
    stories: stories ?? base.stories,
    systemPrompts: prompts ? promptsNamed(prompts, base.systemPrompts) : base.systemPrompts,
    sessionsPerCombination: changed.sessions ?? base.sessionsPerCombination,
    maxTurnsPerSession: changed.maxTurns ?? base.maxTurnsPerSession,
    playerModel: changed.playerModel ?? base.playerModel,
    classifier: changed.classifier ?? base.classifier,
    observer: changed.observer ?? base.observer,
    guide: changed.guide ?? base.guide,
    judge: changed.judge ?? base.judge,
    // The planner reports fields that are still missing.
  } as Config;
}

const filled = <Item>(items: readonly Item[] | undefined) =>
  items === undefined || items.length === 0 ? undefined : items;

const byOwnName = (prompt: NamedText): [string, NamedText] => [prompt.name, prompt];

/** Names of the plan come first; other prompts are named after their files. */
function promptsNamed(
  prompts: ReadonlyArray<string | NamedText>,
  own: MatrixInput["systemPrompts"] = {},
): MatrixInput["systemPrompts"] {
  const named = Object.fromEntries(
    prompts.map((prompt) => {
      if (typeof prompt !== "string") return byOwnName(prompt);
      return Object.hasOwn(own, prompt) ? [prompt, own[prompt]!] : [parse(prompt).name, prompt];
    }),
  );
  if (Object.keys(named).length === prompts.length) return named;
  const given = prompts.map((prompt) => (typeof prompt === "string" ? prompt : prompt.name));
  throw new HarnessError({
    code: "bad-value",
    option: "prompts",
    message: `Two of the prompts have the same name: ${given.join(", ")}.`,
    remedy:
      "Rename a file, or name them in a plan: systemPrompts: { before: a/prompt.md, after: b/prompt.md }.",
  });
}

/** A matrix in a YAML file. Fields may be missing: options can set them. */
function readMatrixFile(file: string): Partial<MatrixConfig> {
  if (!exists(file)) throw fileNotFound(file, { remedy: REMEDY }).about("plan");
  return checkedPlan(readYaml(file), { what: file, remedy: REMEDY });
}

/** Fields may be missing: options can set them. */
function checkedPlan(plan: unknown, named?: { what: string; remedy: string }): Partial<MatrixConfig> {
  const parsed = matrixConfig.partial().safeParse(plan);
  if (!parsed.success) throw configProblem(parsed.error, named).about("plan");
  return parsed.data;
}

function readYaml(file: string): unknown {
  const text = readText(file);
  try {
    return parseYaml(text);
  } catch (error) {
    // Without the excerpt that follows.
    const [why = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new HarnessError({
      code: "bad-file",
      option: "plan",
      message: `${file} cannot be used as a matrix plan: ${why.replace(/[:.]?$/, ".")}`,
      remedy: REMEDY,
      cause: error,
    });
  }
}

const REMEDY =
  "Use a YAML file with the fields of a matrix (docs/guide/decide.md). A program passes the fields themselves.";
