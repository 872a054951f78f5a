import { createHash } from "node:crypto";
import type { SessionConfig } from "../../contract/index.ts";
import { guideFormOf } from "../agents/index.ts";
import { lineDiff, type ChangedLine } from "./line-diff.ts";

export type ConfigDifferences = {
  /** Settings that are not the same in all, by name, with each session's value; long texts by their hash. */
  values: Record<string, string[]>;
  /** What is other in a long text than in the first session's. */
  texts: Array<{ what: string; sessions: number[]; changes: ChangedLine[] }>;
};

const UNKNOWN = "-";
/** A transcript played elsewhere does not say. */
const ifPlayedHere =
  (show: (config: SessionConfig) => string) =>
  (config: SessionConfig): string =>
    config.origin ? UNKNOWN : show(config);

const settings: Record<string, (config: SessionConfig) => string> = {
  story: ({ story }) => story,
  prompt: ifPlayedHere(({ prompt }) => prompt),
  "guide form": ifPlayedHere(guideFormOf),
  narrator: ifPlayedHere(({ narratorModel }) => narratorModel),
  classifier: ifPlayedHere(({ classifierModel }) => classifierModel),
  observer: ({ observerModel }) => observerModel,
  // Of players elsewhere no more than their names is known.
  players: ({ group, origin }) =>
    group.players
      .map(({ name, archetype, model }) => (origin ? name : `${name} (${archetype}, ${model})`))
      .join(", "),
  spokesperson: ifPlayedHere(({ group }) => group.players[group.spokesperson]!.name),
  "max turns": ifPlayedHere(({ maxTurns }) => String(maxTurns)),
  seed: ifPlayedHere(({ seed }) => String(seed)),
  replicate: ifPlayedHere(({ replicate }) => String(replicate)),
  variation: ifPlayedHere(({ variation }) => String(variation)),
};

const texts: Record<string, (config: SessionConfig) => string[]> = {
  "prompt text": ({ systemPrompt }) => systemPrompt.split("\n"),
  "story guide": ({ storyGuide }) => leaves(storyGuide),
};

export function configDifferences(configs: readonly SessionConfig[]): ConfigDifferences {
  const found: ConfigDifferences = { values: {}, texts: [] };
  const note = (name: string, values: string[]) => new Set(values).size > 1 && (found.values[name] = values);
  for (const [name, show] of Object.entries(settings)) note(name, configs.map(show));
  for (const [what, lines] of Object.entries(texts)) {
    const versions = configs.map((config, index) => ({
      index,
      lines: lines(config),
      hash: ifPlayedHere(() => hashOf(lines(config).join("\n")))(config),
    }));
    const first = versions.find(({ hash }) => hash !== UNKNOWN);
    if (
      !note(
        what,
        versions.map(({ hash }) => hash),
      )
    )
      continue;
    for (const [hash, same] of Map.groupBy(versions, ({ hash }) => hash)) {
      if (first && hash !== first.hash && hash !== UNKNOWN)
        found.texts.push({
          what,
          sessions: same.map(({ index }) => index),
          changes: lineDiff(first.lines, same[0]!.lines),
        });
    }
  }
  return found;
}

/** Enough of a hash to tell versions of a text apart. */
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Every value of an object on a line of its own, under its path; parts that have an id are named by it. */
function leaves(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [`${path}: ${String(value)}`];
  return Object.entries(value).flatMap(([key, part]) => {
    const id = Array.isArray(value) ? ((part as { id?: string } | null)?.id ?? key) : key;
    return leaves(part, path === "" ? id : `${path}.${id}`);
  });
}
