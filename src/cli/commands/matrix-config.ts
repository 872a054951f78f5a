/** A matrix as somebody wants it: a preset or a file, with what flags change of it. */
import { existsSync } from "node:fs";
import { parse } from "node:path";
import type { GuideForm, MatrixConfigInput } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { presetConfig, contentNames, type PresetName } from "../../playtest/index.ts";
import { readMatrixFile } from "./matrix-file.ts";

export type MatrixFlags = {
  preset?: string;
  config?: string;
  stories: readonly string[];
  prompts: readonly string[];
  narrator: readonly string[];
  sessions?: number;
  maxTurns?: number;
  playerModel?: string;
  classifier?: string;
  observer?: string;
  guide?: GuideForm;
  judge?: string;
  metric?: string;
};

export async function matrixFrom(
  { preset, config, ...flags }: MatrixFlags,
  { casting, keys, workspace }: Pick<Harness, "casting" | "keys" | "workspace">,
): Promise<MatrixConfigInput> {
  if (preset === undefined && config === undefined)
    throw new HarnessError({
      code: "bad-matrix",
      message: "Neither --preset nor --config is given.",
      remedy: "Start small: rehearse matrix --preset smoke.",
    });
  if (preset !== undefined && config !== undefined)
    throw new HarnessError({
      code: "bad-matrix",
      message: `Both --preset ${preset} and --config ${config} are given.`,
      remedy:
        "Leave one out. What a config holds can be changed by --stories, --prompts, --narrator, --sessions and the like.",
    });
  const narrators = flags.narrator.length === 0 ? undefined : flags.narrator;
  const usual = () => (keys.length === 0 ? "house" : casting.modelFor("narrator", {}).name);
  const base: Partial<MatrixConfigInput> =
    config === undefined
      ? presetConfig(preset as PresetName, { narrators, usual: usual() })
      : await readMatrixFile(config);
  return {
    ...base,
    ...(narrators && {
      narratorModels: narrators.map((asked) => byName(base.narratorModels, asked) ?? asked),
    }),
    ...(flags.stories.length > 0 && {
      stories: flags.stories.map(
        (asked) =>
          byName(base.stories, asked) ?? known("story", asked, { workspace, own: base.stories?.map(nameOf) }),
      ),
    }),
    ...(flags.prompts.length > 0 && {
      systemPrompts: promptsNamed(flags.prompts, workspace, base.systemPrompts),
    }),
    ...(flags.sessions !== undefined && { sessionsPerCombination: flags.sessions }),
    ...(flags.maxTurns !== undefined && { maxTurnsPerSession: flags.maxTurns }),
    ...(flags.playerModel !== undefined && { playerModel: flags.playerModel }),
    ...(flags.classifier !== undefined && { classifier: flags.classifier }),
    ...(flags.observer !== undefined && { observer: flags.observer }),
    ...(flags.guide !== undefined && { guide: flags.guide }),
    ...(flags.judge !== undefined && { judge: flags.judge }),
    ...(flags.metric !== undefined && { primaryMetric: flags.metric }),
    // Whatever is still missing, who plans it says so.
  } as MatrixConfigInput;
}

const isPath = (text: string): boolean => /[./\\]/.test(text) && existsSync(text);
const nameOf = (entry: string): string => (isPath(entry) ? parse(entry).name : entry);

/** What a config lists, by what it is called there: its name, or its file's. */
const byName = (own: readonly string[] = [], asked: string): string | undefined =>
  own.find((entry) => entry === asked) ?? own.find((entry) => nameOf(entry) === asked);

/** By the names of the config first; others are called by their file's name. */
function promptsNamed(
  prompts: readonly string[],
  workspace: string,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const named = Object.fromEntries(
    prompts.map((prompt) =>
      Object.hasOwn(own, prompt)
        ? [prompt, own[prompt]!]
        : [parse(prompt).name, known("prompt", prompt, { workspace, own: Object.keys(own) })],
    ),
  );
  if (Object.keys(named).length === prompts.length) return named;
  throw new HarnessError({
    code: "bad-matrix",
    message: `Two of the prompts have the same name: ${prompts.join(", ")}.`,
    remedy:
      "Rename a file, or name them in a --config: systemPrompts: { before: a/prompt.md, after: b/prompt.md }.",
  });
}

/** A name of the workspace or the package, or a path; refused with the names of the config too. */
function known(
  kind: "story" | "prompt",
  asked: string,
  { workspace, own = [] }: { workspace: string; own?: readonly string[] },
): string {
  const names = contentNames(kind, workspace);
  if (names.includes(asked) || /[./\\]/.test(asked)) return asked;
  const others = own.filter((name) => !names.includes(name));
  throw new HarnessError({
    code: `unknown-${kind}`,
    message: [
      `Unknown ${kind} "${asked}".`,
      ...(others.length > 0 ? [`In the config: ${others.join(", ")}.`] : []),
      `Known: ${names.join(", ")}.`,
      suggestion(asked, [...others, ...names]),
    ]
      .filter(Boolean)
      .join(" "),
    remedy: "Give one of these names, or the path of a file of your own.",
  });
}
