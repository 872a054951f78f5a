/** Which pulse of the story guide a text tells, verbatim or freely, and what else of the guide it mentions. */
import type { Pulse, Story } from "../../../contract/index.ts";
import { plainSummary } from "../../story/index.ts";
import { share, splitSentences, storyWords } from "../../text/index.ts";
import { clip } from "../evidence.ts";
import type { Marker } from "../pieces.ts";

/** The content words of a guide, part by part. */
type GuideWords = {
  all: ReadonlySet<string>;
  pulses: Array<{
    id: string;
    title: string;
    /** The words of each telling. */
    tellings: ReadonlySet<string>[];
    /** How strongly each word points to this pulse. */
    marks: ReadonlyMap<string, number>;
  }>;
  endings: ReadonlySet<string>[];
  /** Answers for players who ask. */
  details: ReadonlySet<string>[];
  names: Array<{ name: string; lower: string; proper: string[] }>;
  titles: string[];
};

/** A session asks several times every turn, and reading a guide takes milliseconds. */
const known = new WeakMap<Story, GuideWords>();

export function guideWords(guide: Story): GuideWords {
  const found = known.get(guide) ?? read(guide);
  known.set(guide, found);
  return found;
}

function read(guide: Story): GuideWords {
  const { premise, setting, pulses, locations, npcs, devices, endings } = guide;
  const marks = marksOf(guide);
  return {
    all: storyWords(JSON.stringify([premise, setting, pulses, locations, npcs, devices])),
    pulses: pulses.map((pulse, index) => ({
      id: pulse.id,
      title: pulse.title,
      tellings: tellingsOf(pulse),
      marks: marks[index]!,
    })),
    endings: endings.map(({ text = "" }) => storyWords(text)),
    details: [...pulses, ...locations]
      .flatMap(({ details }) => details.map(storyWords))
      .filter(({ size }) => size > 2),
    names: [...locations, ...npcs].map(({ name }) => ({
      name,
      lower: name.toLowerCase(),
      proper: properWords(name),
    })),
    titles: pulses.map(({ title }) => title).filter((title) => title.length >= 8),
  };
}

/** The words of a shorter summary occur in too many texts to identify a telling. */
const SUMMARY_WORDS = 8;

/** The tellings of a pulse, or its summary if it has none. */
function tellingsOf({ text, ...pulse }: Pulse): ReadonlySet<string>[] {
  if (text.length > 0) return text.map(storyWords);
  const words = storyWords(plainSummary(pulse));
  return words.size < SUMMARY_WORDS ? [] : [words];
}

/** Who, where and with what identify a pulse better than what happens, and that better than how it might be worded. */
const SAYS = { cast: 1.5, summary: 1, telling: 0.6 };

/** How strongly each word points to a pulse: 0 if all pulses have it, 1 if only this pulse's summary does. */
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

/** A pulse of the guide, and how much of it a text has. */
export type Told = { id: string; title: string; overlap: number };

/** The share of a telling's words that counts as telling it; below this a text merely shares a setting with it. */
const TOLD = 0.35;
/** A free telling must use this many of a pulse's marks, and this share of all its words; `plenty` leaves no doubt. */
const MARKS = { fewest: 4, share: 0.1, plenty: 8 };
/** Pulses are told in order: a more distant one needs stronger evidence. */
const outOfTurn = (pulsesOff: number): number =>
  pulsesOff === 0 ? 1 : pulsesOff > 0 && pulsesOff <= 2 ? 0.85 : 0.6;
/** Narrators look back at told pulses on the way to the next, so these count a little less. */
const STAYS = 0.9;
/** A text with fewer words is an answer that touches on the next pulse without telling it. */
const FEWEST = 16;
/** The share from which a told pulse counts as told again. */
const HALF = 0.5;

/**
 * The pulse of the guide that a text tells best, if it was not told before. If a good part of a told pulse comes back, that
 * one as `again`. A text that is still about the last pulse tells none.
 */
export function toldPulse(
  text: string,
  { guide, told }: { guide: Story; told: readonly string[] },
): { pulse?: Told; again?: Told } {
  const words = storyWords(text);
  const { pulses } = guideWords(guide);
  const next = pulses.findLastIndex(({ id }) => told.includes(id)) + 1;
  const scored = pulses.map(({ id, title, tellings, marks }, index) => ({
    id,
    title,
    isTold: told.includes(id),
    verbatim: bestShare(tellings, words),
    freely:
      [...words].reduce((sum, word) => sum + (marks.get(word) ?? 0), 0) *
      (told.includes(id) ? STAYS : outOfTurn(index - next)),
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

const bestShare = (parts: readonly ReadonlySet<string>[], words: ReadonlySet<string>): number =>
  Math.max(0, ...parts.map((part) => share(part, words)));

/** Places and people of the guide that a text mentions, by the whole name or a part of it. */
export function namesIn(text: string, guide: Story): string[] {
  const written = text.toLowerCase();
  return guideWords(guide)
    .names.filter(
      ({ lower, proper }) => written.includes(lower) || proper.some((word) => text.includes(word)),
    )
    .map(({ name }) => name);
}

/** "Orla" and "Penhale" of "Orla Penhale". */
const properWords = (name: string): string[] => name.match(/\p{Lu}[\p{L}'’-]{3,}/gu) ?? [];

/** The best share of one of the guide's answers for curious players. */
export const detailIn = (text: string, guide: Story): number =>
  bestShare(guideWords(guide).details, storyWords(text));

/** Titles of pulses that a text mentions. */
export function titlesIn(text: string, guide: Story): string[] {
  const lower = text.toLowerCase();
  return guideWords(guide).titles.filter((title) => lower.includes(title.toLowerCase()));
}

const LONGEST_TITLE = 60;

/** The title of a pulse: the narrator's own, the guide's, or its first words. `text` is the public part, so that no secret leaks. */
export function titleOf(
  text: string,
  { guide, told }: { guide: Story; told: readonly string[] },
  markers: readonly Marker[],
): string | undefined {
  const marked = markers.find(({ type, title }) => type === "pulse" && title !== "")?.title;
  if (marked !== undefined) return clip(marked, 120);
  return toldPulse(text, { guide, told }).pulse?.title ?? firstWords(text);
}

function firstWords(text: string): string | undefined {
  const head = text
    .slice(0, 1_200)
    .replaceAll(/\[[^[\]\n]{0,120}\]|<[^<>\n]{0,120}>/g, "")
    .trimStart();
  const first = head
    .slice(0, splitSentences(head)[0]?.end ?? 0)
    .replaceAll(/[*_#>`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (first.length <= LONGEST_TITLE) return first.replace(/[.,;:]$/, "") || undefined;
  return `${first.slice(0, LONGEST_TITLE).replace(/\s\S*$/, "")}…`;
}
