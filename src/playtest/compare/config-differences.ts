import { createHash } from "node:crypto";
import type { ComparisonView, SessionConfig } from "../../contract/index.ts";
import { guideFormOf } from "../agents/index.ts";

type ConfigDifferences = ComparisonView["differs"];
export type ChangedLine = ConfigDifferences["texts"][number]["changes"][number];

const texts: Record<string, (config: SessionConfig) => string[]> = {
  "prompt text": ({ systemPrompt }) => systemPrompt.split("\n"),
  "story guide": ({ storyGuide }) => leaves(storyGuide),
};

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
  replicate: ({ replicate }) => String(replicate),
  variation: ({ variation }) => String(variation),
  ...Object.fromEntries(
    Object.entries(texts).map(([name, lines]) => [name, (config) => hashOf(lines(config).join("\n"))]),
  ),
};

const UNKNOWN = "-";
/** A transcript played elsewhere says nothing else. */
const KNOWN_ELSEWHERE = new Set(["story", "observer", "players"]);

/** Settings that differ, with each session's value; long texts by their hash, and how they differ from the first. */
export function configDifferences(configs: readonly SessionConfig[]): ConfigDifferences {
  const values = Object.fromEntries(
    Object.entries(settings)
      .map(([name, show]): [string, string[]] => [
        name,
        configs.map((config) => (config.origin && !KNOWN_ELSEWHERE.has(name) ? UNKNOWN : show(config))),
      ])
      .filter(([, each]) => new Set(each).size > 1),
  );
  const changed = Object.entries(texts).flatMap(([what, lines]) => {
    const known = (values[what] ?? [])
      .map((hash, at) => ({ hash, at }))
      .filter(({ hash }) => hash !== UNKNOWN);
    const [first, ...others] = Map.groupBy(known, ({ hash }) => hash).values();
    return others.map((same) => ({
      what,
      sessions: same.map(({ at }) => at),
      changes: lineDiff(lines(configs[first![0]!.at]!), lines(configs[same[0]!.at]!)),
    }));
  });
  return { values, texts: changed };
}

/** Enough of a hash to tell versions of a text apart. */
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Every value of an object on its own line, under its path; parts with an id are named by it. */
function leaves(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [`${path}: ${String(value)}`];
  return Object.entries(value).flatMap(([key, part]) => {
    const id = Array.isArray(value) ? ((part as { id?: string } | null)?.id ?? key) : key;
    return leaves(part, path === "" ? id : `${path}.${id}`);
  });
}

/** Beyond this, two texts have too little in common to pair their lines. */
const MOST_CELLS = 4_000_000;

/** The lines to remove from one list and to add, to get the other; in text order. */
export function lineDiff(before: readonly string[], after: readonly string[]): ChangedLine[] {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return pairUp(before.slice(start, before.length - end), after.slice(start, after.length - end));
}

function pairUp(a: readonly string[], b: readonly string[]): ChangedLine[] {
  const removed = (lines: readonly string[]) => lines.map((line): ChangedLine => ({ sign: "-", line }));
  const added = (lines: readonly string[]) => lines.map((line): ChangedLine => ({ sign: "+", line }));
  if (a.length * b.length > MOST_CELLS) return [...removed(a), ...added(b)];
  const width = b.length + 1;
  /** The longest common subsequence of the remaining lines, from each pair of positions on. */
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const changes: ChangedLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) [i, j] = [i + 1, j + 1];
    else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
      changes.push({ sign: "-", line: a[i++]! });
    else changes.push({ sign: "+", line: b[j++]! });
  }
  return [...changes, ...removed(a.slice(i)), ...added(b.slice(j))];
}
