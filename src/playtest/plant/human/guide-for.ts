import type { Story } from "../../../contract/index.ts";

const PLACES = ["tavern", "mine", "city", "gate", "cavern", "tunnel", "shop", "inn"];
const THINGS = [
  "sword",
  "axe",
  "bow",
  "staff",
  "key",
  "book",
  "letter",
  "lantern",
  "amulet",
  "ring",
  "dagger",
  "hammer",
  "bag",
  "torch",
  "barrel",
  "map",
  "cloak",
  "wand",
];

/** There is no guide to what was improvised: whoever is named more than once stands in one, and what such tales are made of. */
export function guideFor(id: string, texts: readonly string[]): Story {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [, name] of text.matchAll(/[a-z,] ([A-Z][a-z]{2,})\b/g))
      counts.set(name!, (counts.get(name!) ?? 0) + 1);
  const named = [...counts].filter(([, count]) => count > 1).map(([name]) => name);
  return {
    version: 1,
    id,
    title: id,
    genre: "improvised",
    premise: "People play at a table.",
    setting: { place: "a table", time: "an evening", rules: ["None."] },
    tone: { words: [], avoid: [] },
    questions: [],
    pulses: [],
    npcs: named.map((name) => ({
      id: name.toLowerCase(),
      name,
      role: "somebody",
      motive: "unknown",
      manner: "unknown",
      lines: [],
    })),
    locations: PLACES.map((name) => ({ id: name, name, description: name, details: [] })),
    devices: THINGS.map((name) => ({ id: name, name, description: name, use: "any" })),
    privateHooks: {},
    names: [],
    backgrounds: { occupations: [], ties: [], quirks: [] },
    endings: [],
  };
}
