import { createHash } from "node:crypto";
import { diffArrays } from "diff";
import type { ComparisonView, SessionConfig } from "../../contract/index.ts";
import { guideFormOf } from "../agents/index.ts";

type ConfigDifferences = ComparisonView["differs"];
type ChangedLine = ConfigDifferences["texts"][number]["changes"][number];

const settings: Record<string, (config: SessionConfig) => string> = {
  story: ({ story }) => story,
  prompt: ({ prompt }) => prompt,
  "guide form": guideFormOf,
  narrator: ({ narratorModel }) => narratorModel,
  classifier: ({ classifierModel }) => classifierModel,
  observer: ({ observerModel }) => observerModel,
  // Players elsewhere are known only by name.
  players: ({ group, origin }) =>
    group.players
      .map(({ name, archetype, model }) => (origin ? name : `${name} (${archetype}, ${model})`))
      .join(", "),
  spokesperson: ({ group }) => group.players[group.spokesperson]!.name,
  "max turns": ({ maxTurns }) => String(maxTurns),
  seed: ({ seed }) => String(seed),
  // Branches of one checkpoint differ in these.
  dice: ({ replicate }) => (replicate === 0 ? "the session's own" : `draw ${replicate}`),
  "prompt text": ({ systemPrompt }) => hashOf(systemPrompt),
  "story guide": ({ storyGuide }) => hashOf(JSON.stringify(storyGuide)),
};

const UNKNOWN = "-";
/** A transcript played elsewhere says nothing else. */
const KNOWN_ELSEWHERE = new Set(["story", "observer", "players"]);

/** Settings that differ, with each session's value; long texts by their hash, and how prompts differ from the first. */
export function configDifferences(configs: readonly SessionConfig[]): ConfigDifferences {
  const values = Object.fromEntries(
    Object.entries(settings)
      .map(([name, show]): [string, string[]] => [
        name,
        configs.map((config) => (config.origin && !KNOWN_ELSEWHERE.has(name) ? UNKNOWN : show(config))),
      ])
      .filter(([, each]) => new Set(each).size > 1),
  );
  const known = (values["prompt text"] ?? [])
    .map((hash, at) => ({ hash, at }))
    .filter(({ hash }) => hash !== UNKNOWN);
  const [first, ...others] = Map.groupBy(known, ({ hash }) => hash).values();
  const lines = (at: number) => configs[at]!.systemPrompt.split("\n");
  const texts = others.map((same) => ({
    what: "prompt text",
    sessions: same.map(({ at }) => at),
    changes: lineDiff(lines(first![0]!.at), lines(same[0]!.at)),
  }));
  return { values, texts };
}

/** Enough of a hash to tell versions of a text apart. */
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Beyond this many changed lines, two texts have too little in common to pair their lines. */
const MOST_CHANGES = 2_000;

/** The lines to remove from one list and to add, to get the other; in text order. */
export function lineDiff(before: string[], after: string[]): ChangedLine[] {
  const parts = diffArrays(before, after, { maxEditLength: MOST_CHANGES }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }) =>
    added || removed ? value.map((line): ChangedLine => ({ sign: added ? "+" : "-", line })) : [],
  );
}
