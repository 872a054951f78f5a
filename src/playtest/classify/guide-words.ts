import type { Pulse, Story } from "../../contract/index.ts";
import { plainSummary } from "../story/index.ts";
import { shareIndex, wordIndex, type WordIndex } from "./word-index.ts";
import { storyWords } from "../text/index.ts";

/** The content words of a guide, part by part. */
export type GuideWords = {
  all: ReadonlySet<string>;
  pulses: Array<{ id: string; title: string; tellings: number }>;
  /** Of each telling of each pulse, the share that a text has; and how much its words say of each pulse. */
  tellings: WordIndex;
  marks: WordIndex;
  endings: Array<{ title: string; words: ReadonlySet<string> }>;
  /** Of what players may be told when they ask. */
  details: WordIndex;
  names: Array<{ name: string; lower: string; proper: string[] }>;
  titles: string[];
};

/** Made once per guide: a session asks every turn. */
const known = new WeakMap<Story, GuideWords>();

export function guideWords(guide: Story): GuideWords {
  const found = known.get(guide) ?? read(guide);
  known.set(guide, found);
  return found;
}

function read(guide: Story): GuideWords {
  const { premise, setting, pulses, locations, npcs, devices, endings } = guide;
  return {
    all: storyWords(JSON.stringify([premise, setting, pulses, locations, npcs, devices])),
    pulses: pulses.map((pulse) => ({ id: pulse.id, title: pulse.title, tellings: tellingsOf(pulse).length })),
    tellings: shareIndex(pulses.flatMap(tellingsOf)),
    marks: wordIndex(marksOf(guide)),
    endings: endings.map(({ title, text = "" }) => ({ title, words: storyWords(text) })),
    details: shareIndex(
      [...pulses, ...locations]
        .flatMap(({ details }) => details.map(storyWords))
        .filter(({ size }) => size > 2),
    ),
    names: [...locations, ...npcs].map(({ name }) => ({
      name,
      lower: name.toLowerCase(),
      proper: properWords(name),
    })),
    titles: pulses.map(({ title }) => title).filter((title) => title.length >= 8),
  };
}

/** Fewer words of a summary are in too many texts to be a telling. */
const SUMMARY_WORDS = 8;

/** The tellings of a pulse; where it has none, its summary is one. */
function tellingsOf({ text, ...pulse }: Pulse): ReadonlySet<string>[] {
  if (text.length > 0) return text.map(storyWords);
  const words = storyWords(plainSummary(pulse));
  return words.size < SUMMARY_WORDS ? [] : [words];
}

/** Who, where and with what says more about which pulse is meant than what happens, and that more than how it might be put. */
const SAYS = { cast: 1.5, summary: 1, telling: 0.6 };

/** The words by which a pulse is known, and how much each says: nothing where all pulses have it, and 1 where a summary alone does. */
function marksOf({ pulses, npcs, locations, devices }: Story): ReadonlyMap<string, number>[] {
  const names = new Map([...npcs, ...locations, ...devices].map(({ id, name }) => [id, name]));
  const said = pulses.map(({ title, summary, text, details, choice, location, npcs, devices }) => {
    const parts: Array<[text: string, says: number]> = [
      [
        [
          ...text,
          ...details,
          choice?.question ?? "",
          ...(choice?.options ?? []).map(({ label }) => label),
        ].join("\n"),
        SAYS.telling,
      ],
      [`${title}. ${summary}`, SAYS.summary],
      [[location ?? "", ...npcs, ...devices].map((id) => names.get(id) ?? "").join("\n"), SAYS.cast],
    ];
    return new Map(
      parts.flatMap(([part, says]) => [...storyWords(part)].map((word) => [word, says] as const)),
    );
  });
  const count = new Map<string, number>();
  for (const word of said.flatMap((words) => [...words.keys()])) count.set(word, (count.get(word) ?? 0) + 1);
  const most = Math.log(pulses.length + 1);
  return said.map(
    (words) =>
      new Map([...words].map(([word, says]) => [word, says * (1 - Math.log(count.get(word)!) / most)])),
  );
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
const outOfTurn = (pulsesOff: number): number =>
  pulsesOff === 0 ? 1 : pulsesOff > 0 && pulsesOff <= 2 ? 0.85 : 0.6;
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
export function toldPulse(
  text: string,
  { guide, told }: { guide: Story; told: readonly string[] },
): { pulse?: Told; again?: Told } {
  const words = storyWords(text);
  const { pulses, ...known } = guideWords(guide);
  const tellings = known.tellings(words);
  const marks = known.marks(words);
  const next = pulses.findLastIndex(({ id }) => told.includes(id)) + 1;
  let telling = 0;
  const scored = pulses.map(({ id, title, tellings: count }, index) => ({
    id,
    title,
    isTold: told.includes(id),
    verbatim: Math.max(0, ...tellings.slice(telling, (telling += count))),
    freely: marks[index]! * (told.includes(id) ? STAYS : outOfTurn(index - next)),
  }));
  const fresh = scored.filter(({ isTold }) => !isTold);
  const before = scored.filter(({ isTold }) => isTold);
  const [best, rival] = [bestOf(fresh, "verbatim"), bestOf(before, "verbatim")];
  if (best && best.verbatim >= TOLD && best.verbatim > (rival?.verbatim ?? 0))
    return { pulse: { id: best.id, title: best.title, overlap: best.verbatim } };
  if (rival && rival.verbatim >= HALF)
    return { again: { id: rival.id, title: rival.title, overlap: rival.verbatim } };
  const [likely, still] = [bestOf(fresh, "freely"), bestOf(before, "freely")];
  if (
    !likely ||
    words.size < FEWEST ||
    likely.freely < Math.max(MARKS.fewest, MARKS.share * words.size) ||
    likely.freely <= (still?.freely ?? 0)
  )
    return {};
  return {
    pulse: { id: likely.id, title: likely.title, overlap: Math.min(1, likely.freely / MARKS.plenty) },
  };
}

const bestOf = <Way extends string, Scored extends Record<Way, number>>(
  scored: readonly Scored[],
  way: Way,
): Scored | undefined =>
  scored.reduce<Scored | undefined>((best, one) => (best && best[way] >= one[way] ? best : one), undefined);

/** Places and people of the guide that a text speaks of, by the whole name or a part of it. */
export function namesIn(text: string, guide: Story): string[] {
  const written = text.toLowerCase();
  return guideWords(guide)
    .names.filter(
      ({ lower, proper }) => written.includes(lower) || proper.some((word) => text.includes(word)),
    )
    .map(({ name }) => name);
}

/** "Orla" and "Penhale" of "Orla Penhale": nothing else of so many letters has a capital inside a name. */
const properWords = (name: string): string[] => name.match(/\p{Lu}[\p{L}'’-]{3,}/gu) ?? [];

/** The best share of one of the guide's answers for curious players. */
export function detailIn(text: string, guide: Story): number {
  return Math.max(0, ...guideWords(guide).details(storyWords(text)));
}

/** Pulses of the guide that a text calls by their titles. */
export function titlesIn(text: string, guide: Story): string[] {
  const lower = text.toLowerCase();
  return guideWords(guide).titles.filter((title) => lower.includes(title.toLowerCase()));
}
