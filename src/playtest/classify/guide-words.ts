import type { Story } from "../../contract/index.ts";
import { contentWords, share } from "./words.ts";

/** The content words of a guide, part by part. */
export type GuideWords = {
  all: ReadonlySet<string>;
  pulses: Array<{ id: string; title: string; tellings: ReadonlySet<string>[]; marks: ReadonlyMap<string, number> }>;
  endings: Array<{ title: string; words: ReadonlySet<string> }>;
  /** What players may be told when they ask. */
  details: ReadonlySet<string>[];
};

/** Made once per guide: a session asks every turn. */
const known = new WeakMap<Story, GuideWords>();

export function guideWords(guide: Story): GuideWords {
  const found = known.get(guide) ?? {
    all: contentWords(JSON.stringify([guide.premise, guide.setting, guide.pulses, guide.locations, guide.npcs, guide.devices])),
    pulses: marksOf(guide).map((marks, index) => ({ id: guide.pulses[index]!.id, title: guide.pulses[index]!.title, tellings: guide.pulses[index]!.text.map(contentWords), marks })),
    endings: guide.endings.map(({ title, text }) => ({ title, words: contentWords(text) })),
    details: [...guide.pulses, ...guide.locations].flatMap(({ details }) => details.map(contentWords)),
  };
  known.set(guide, found);
  return found;
}

/** Who, where and with what says more about which pulse is meant than what happens, and that more than how it might be put. */
const SAYS = { cast: 1.5, summary: 1, telling: 0.6 };

/** The words by which a pulse is known, and how much each says: nothing where all pulses have it, and 1 where a summary alone does. */
function marksOf({ pulses, npcs, locations, devices }: Story): ReadonlyMap<string, number>[] {
  const names = new Map([...npcs, ...locations, ...devices].map(({ id, name }) => [id, name]));
  const said = pulses.map(({ title, summary, text, details, choice, location, npcs, devices }) => {
    const parts: Array<[text: string, says: number]> = [
      [[...text, ...details, choice.question, ...choice.options.map(({ label }) => label)].join("\n"), SAYS.telling],
      [`${title}. ${summary}`, SAYS.summary],
      [[location, ...npcs, ...devices].map((id) => names.get(id) ?? "").join("\n"), SAYS.cast],
    ];
    return new Map(parts.flatMap(([part, says]) => [...contentWords(part)].map((word) => [word, says] as const)));
  });
  const count = new Map<string, number>();
  for (const word of said.flatMap((words) => [...words.keys()])) count.set(word, (count.get(word) ?? 0) + 1);
  const most = Math.log(pulses.length + 1);
  return said.map((words) => new Map([...words].map(([word, says]) => [word, says * (1 - Math.log(count.get(word)!) / most)])));
}

/** A pulse of the guide, and how much of it was found in a text. */
export type Told = { id: string; title: string; overlap: number };

/** How much of a telling must be there: below this a text merely shares a setting with it. */
const TOLD = 0.35;
/**
 * Narrators know no tellings, and put the pulses into words of their own: then so many words that mark one pulse alone
 * must be there, and so many of all words; with so many it is beyond doubt.
 */
const MARKS = { fewest: 4, share: 0.1, plenty: 8 };
/** A pulse is told in its turn: the further off it is, the more it takes to believe that it is meant. */
const outOfTurn = (pulsesOff: number): number => (pulsesOff === 0 ? 1 : pulsesOff > 0 && pulsesOff <= 2 ? 0.85 : 0.6);
/** What was told is looked back at on the way to the next: it counts a little less. */
const STAYS = 0.9;
/** An answer of a sentence or two has a few words of the next pulse, too; telling it takes more. */
const FEWEST = 16;
/** What was told before counts as told once more where half of it is there; a detail is told by half of it too. */
const HALF = 0.5;

/**
 * Which pulse of the guide a text tells: the one it tells best, if that was not told before; otherwise, where a good
 * part of a pulse that was told comes back, that one as `again`. A text that still is about the last pulse tells none.
 */
export function toldPulse(text: string, { guide, told }: { guide: Story; told: readonly string[] }): { pulse?: Told; again?: Told } {
  const words = contentWords(text);
  const { pulses } = guideWords(guide);
  const next = pulses.findLastIndex(({ id }) => told.includes(id)) + 1;
  const scored = pulses.map(({ id, title, tellings, marks }, index) => ({
    id,
    title,
    isTold: told.includes(id),
    verbatim: Math.max(...tellings.map((telling) => share(telling, words))),
    freely: marked(words, marks) * (told.includes(id) ? STAYS : outOfTurn(index - next)),
  }));
  const fresh = scored.filter(({ isTold }) => !isTold);
  const before = scored.filter(({ isTold }) => isTold);
  const [best, rival] = [bestOf(fresh, "verbatim"), bestOf(before, "verbatim")];
  if (best && best.verbatim >= TOLD && best.verbatim > (rival?.verbatim ?? 0)) return { pulse: { id: best.id, title: best.title, overlap: best.verbatim } };
  if (rival && rival.verbatim >= HALF) return { again: { id: rival.id, title: rival.title, overlap: rival.verbatim } };
  const [likely, still] = [bestOf(fresh, "freely"), bestOf(before, "freely")];
  if (!likely || words.size < FEWEST || likely.freely < Math.max(MARKS.fewest, MARKS.share * words.size) || likely.freely <= (still?.freely ?? 0)) return {};
  return { pulse: { id: likely.id, title: likely.title, overlap: Math.min(1, likely.freely / MARKS.plenty) } };
}

function marked(words: ReadonlySet<string>, marks: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const word of words) sum += marks.get(word) ?? 0;
  return sum;
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
