import type { Story } from "../../contract/index.ts";
import { contentWords, share } from "./words.ts";

/** The content words of a guide, part by part. */
export type GuideWords = {
  all: ReadonlySet<string>;
  pulses: Array<{ id: string; title: string; tellings: ReadonlySet<string>[]; summary: ReadonlySet<string> }>;
  /** How much a word says about which pulse is meant: nothing where all of them have it. */
  weight: (word: string) => number;
  endings: Array<{ title: string; words: ReadonlySet<string> }>;
  /** What players may be told when they ask. */
  details: ReadonlySet<string>[];
};

/** Made once per guide: a session asks every turn. */
const known = new WeakMap<Story, GuideWords>();

export function guideWords(guide: Story): GuideWords {
  const found = known.get(guide) ?? {
    all: contentWords(JSON.stringify([guide.premise, guide.setting, guide.pulses, guide.locations, guide.npcs, guide.devices])),
    pulses: guide.pulses.map(({ id, title, summary, text }) => ({ id, title, tellings: text.map(contentWords), summary: contentWords(`${title}. ${summary}`) })),
    weight: rarity(guide.pulses.map(({ title, summary, text }) => contentWords([title, summary, ...text].join("\n")))),
    endings: guide.endings.map(({ title, text }) => ({ title, words: contentWords(text) })),
    details: [...guide.pulses, ...guide.locations].flatMap(({ details }) => details.map(contentWords)),
  };
  known.set(guide, found);
  return found;
}

function rarity(pulses: ReadonlyArray<ReadonlySet<string>>): (word: string) => number {
  const count = new Map<string, number>();
  for (const word of pulses.flatMap((words) => [...words])) count.set(word, (count.get(word) ?? 0) + 1);
  return (word) => Math.log((pulses.length + 1) / (count.get(word) ?? 1));
}

/** A pulse of the guide, and how much of it was found in a text. */
export type Told = { id: string; title: string; overlap: number };

/** How much of a pulse must be there: below this a text merely shares a setting with it. */
const TOLD = 0.35;
/** Narrators know the summaries alone, and tell them in words of their own; the pulse whose turn it is needs so much less. */
const NEXT = 0.15;
/** An answer of a sentence or two has a few words of the next pulse, too; telling it takes more. */
const FEWEST = 20;
/** What was told before counts as told once more where half of it is there; a detail is told by half of it too. */
const HALF = 0.5;

/**
 * Which pulse of the guide a text tells: the one it tells best, if that was not told before; otherwise, where a good
 * part of a pulse that was told comes back, that one as `again`. A text that still is about the last pulse tells none.
 */
export function toldPulse(text: string, { guide, told }: { guide: Story; told: readonly string[] }): { pulse?: Told; again?: Told } {
  const words = contentWords(text);
  const { pulses, weight } = guideWords(guide);
  const next = pulses.findLastIndex(({ id }) => told.includes(id)) + 1;
  const scored = pulses.map(({ id, title, tellings, summary }, index) => ({
    id,
    title,
    verbatim: Math.max(...tellings.map((telling) => share(telling, words))),
    freely: words.size < FEWEST ? 0 : share(summary, words, weight) + (index === next ? NEXT : 0),
  }));
  const fresh = scored.filter(({ id }) => !told.includes(id));
  const before = scored.filter(({ id }) => told.includes(id));
  for (const way of ["verbatim", "freely"] as const) {
    const [best, rival] = [bestOf(fresh, way), bestOf(before, way)];
    if (best && best[way] >= TOLD && best[way] > (rival?.[way] ?? 0)) return { pulse: { id: best.id, title: best.title, overlap: best[way] } };
    if (way === "verbatim" && rival && rival.verbatim >= HALF) return { again: { id: rival.id, title: rival.title, overlap: rival.verbatim } };
  }
  return {};
}

const bestOf = <Way extends string, Scored extends Record<Way, number>>(scored: readonly Scored[], way: Way): Scored | undefined =>
  scored.reduce<Scored | undefined>((best, one) => (best && best[way] >= one[way] ? best : one), undefined);

/** Places and people of the guide that a text speaks of, by the whole name or a part of it. */
export function namesIn(text: string, { locations, npcs }: Story): string[] {
  const lower = text.toLowerCase();
  return [...locations, ...npcs].map(({ name }) => name).filter((name) => lower.includes(name.toLowerCase()) || properWords(name).some((word) => text.includes(word)));
}

/** "Orla" and "Penhale" of "Orla Penhale": nothing else of so many letters has a capital inside a name. */
const properWords = (name: string): string[] => name.match(/\p{Lu}[\p{L}'’-]{3,}/gu) ?? [];

/** The best share of one of the guide's answers for curious players. */
export function detailIn(text: string, guide: Story): number {
  const words = contentWords(text);
  return Math.max(0, ...guideWords(guide).details.filter(({ size }) => size > 2).map((detail) => share(detail, words)));
}

/** Pulses of the guide that a text calls by their titles. */
export function titlesIn(text: string, { pulses }: Story): string[] {
  const lower = text.toLowerCase();
  return pulses.map(({ title }) => title).filter((title) => title.length >= 8 && lower.includes(title.toLowerCase()));
}

/** Is there anything of the story in a text? */
export const speaksOfStory = (text: string, guide: Story): boolean => namesIn(text, guide).length > 0 || titlesIn(text, guide).length > 0 || detailIn(text, guide) >= HALF;
