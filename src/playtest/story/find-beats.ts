/** Where the beats are in a text guide: by its headings or its numbered list. */
import { counted } from "../../kernel/report/index.ts";
import { headingsOf, longestList, plain, sectionOf, type Heading } from "./markdown-parts.ts";

type Beat = { title: string; summary: string };
export type BeatsFound = {
  beats: Beat[];
  /** The rule that found them, in words; or why there are none. */
  rule: string;
  /** Parts that the author may have meant as beats, and duplicate numbers. */
  warnings: string[];
};
/** The author's options in the front matter. */
type BeatsRequest = "none" | "headings" | "list";

const FEWEST_HEADINGS = 2;
const FEWEST_ITEMS = 3;

/** The beats of a text guide, by structure alone, without understanding the language. */
export function findBeats(text: string, wish?: BeatsRequest): BeatsFound {
  if (wish === "none") return { beats: [], rule: "the front matter says: beats: none", warnings: [] };
  const headings = headingsOf(text);
  const fromHeadings = () =>
    numbered(text, headings) ??
    underOutline(text, headings) ??
    (wish === "headings" ? mostCommonLevel(text, headings) : undefined);
  const found = wish === "list" ? undefined : fromHeadings();
  if (found) return found;
  return {
    ...((wish === "headings" ? undefined : orderedList(text)) ?? {
      beats: [],
      rule: "no numbered headings, no outline with sub-headings and no ordered list of three items or more",
    }),
    // A duplicate number is a reason why the headings were not used.
    warnings: wish === "list" ? [] : repeatedNumbers(headings),
  };
}

/**
 * Headings of one level that start with the same word, or none, and count upwards. Counting may restart, as scenes do
 * in every act.
 */
function numbered(text: string, headings: readonly Heading[]): BeatsFound | undefined {
  const groups = new Map<string, Array<{ at: number; title: string; value: number; word: string }>>();
  for (const [at, heading] of headings.entries()) {
    const number = headingNumber(heading.text);
    if (!number) continue;
    const key = `${heading.level} ${number.word.toLowerCase()}`;
    const group = groups.get(key);
    if (group) group.push({ at, ...number });
    else groups.set(key, [{ at, ...number }]);
  }
  const counting = [...groups.values()].filter(
    (group) =>
      group.length >= FEWEST_HEADINGS &&
      group.every(({ value }, index) => index === 0 || value <= 1 || value > group[index - 1]!.value),
  );
  const [most] = counting.toSorted((a, b) => b.length - a.length);
  if (!most) return undefined;
  const left = leftOut(
    headings,
    most.map(({ at }) => at),
  );
  return {
    rule: `numbered headings${most[0]!.word === "" ? "" : ` ("${headings[most[0]!.at]!.text}" and so on)`}`,
    beats: most.map(({ at, title }) => ({ title, summary: sectionOf(text, headings, at) })),
    warnings:
      left.length === 0
        ? []
        : [
            `${counted(left.length, "heading")} beside the numbered beats ${left.length === 1 ? "is not counted as a beat" : "are not counted as beats"}: ${quotedList(left)}`,
          ],
  };
}

/** Headings of the beats' level between beats, or next to them under a heading such as "Beats". */
function leftOut(headings: readonly Heading[], beats: readonly number[]): string[] {
  const { level } = headings[beats[0]!]!;
  const above = (at: number) =>
    headings.findLastIndex((heading, index) => index < at && heading.level < level);
  let [first, last] = [beats[0]!, beats.at(-1)!];
  const [parent, lastParent] = [above(first), above(last)];
  if (parent >= 0 && isOutline(headings[parent]!.text)) first = parent + 1;
  if (lastParent >= 0 && isOutline(headings[lastParent]!.text))
    while (last + 1 < headings.length && headings[last + 1]!.level >= level) last += 1;
  const taken = new Set(beats);
  return headings
    .slice(first, last + 1)
    .filter((heading, index) => heading.level === level && !taken.has(first + index))
    .map((heading) => heading.text);
}

/** English, Spanish, German, French. */
const OUTLINES = new Set(
  "beats pulses scenes chapters acts plot outline pulsos escenas capitulos actos trama esquema szenen kapitel akte handlung ablauf chapitres actes intrigue deroulement".split(
    " ",
  ),
);
const BESIDE = new Set(
  "the story main key of and in order el la los las de historia die der das geschichte le les histoire du".split(
    " ",
  ),
);

function isOutline(title: string): boolean {
  const words = bare(title).match(/[a-z]+/g) ?? [];
  return (
    words.some((word) => OUTLINES.has(word)) && words.every((word) => OUTLINES.has(word) || BESIDE.has(word))
  );
}

/** The sub-headings of a heading such as "Beats" or "Escenas". */
function underOutline(text: string, headings: readonly Heading[]): BeatsFound | undefined {
  for (const [at, { level, text: title }] of headings.entries()) {
    if (!isOutline(title)) continue;
    let end = at + 1;
    while (end < headings.length && headings[end]!.level > level) end += 1;
    const below = headings.slice(at + 1, end);
    const top = below.reduce((least, heading) => Math.min(least, heading.level), 7);
    const found = atLevel(text, headings, { level: top, from: at + 1, to: end });
    if (found.beats.length >= FEWEST_HEADINGS) return { ...found, rule: `sub-headings of "${title}"` };
  }
  return undefined;
}

const bare = (title: string) => title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** If the author says that the headings are the beats: those of the most frequent level. */
function mostCommonLevel(text: string, headings: readonly Heading[]): BeatsFound | undefined {
  const count = (level: number) => headings.filter((heading) => heading.level === level).length;
  const [level] = [1, 2, 3, 4, 5, 6].toSorted((a, b) => count(b) - count(a));
  if (count(level!) < FEWEST_HEADINGS) return undefined;
  return {
    ...atLevel(text, headings, { level: level!, from: 0, to: headings.length }),
    rule: `headings of level ${level}`,
  };
}

/** The headings of one level in a part of the text, as beats. */
function atLevel(
  text: string,
  headings: readonly Heading[],
  { level, from, to }: { level: number; from: number; to: number },
): Omit<BeatsFound, "rule"> {
  const places: number[] = [];
  for (let at = from; at < to; at += 1) if (headings[at]!.level === level) places.push(at);
  const chosen = places.map((at) => headings[at]!);
  const titles = unnumberedTitles(chosen);
  return {
    beats: places.map((at, index) => ({ title: titles[index]!, summary: sectionOf(text, headings, at) })),
    warnings: repeatedNumbers(chosen),
  };
}

function orderedList(text: string): Omit<BeatsFound, "warnings"> | undefined {
  const items = longestList(text);
  if (items.length < FEWEST_ITEMS) return undefined;
  return {
    rule: `an ordered list of ${items.length} items`,
    beats: items.map((item) => ({ title: titleOf(item), summary: item })),
  };
}

const LONGEST_TITLE = 80;

/** An item's leading bold words, its words before a colon or dash, or its first sentence; cut if long. */
function titleOf(item: string): string {
  const [line = ""] = item.split("\n");
  const bold = /^(?:\*\*|__)(.+?)(?:\*\*|__)/.exec(line)?.[1];
  const title = plain(bold ?? /^.*?(?=: | [–—-] |[.!?](?: |$)|$)/.exec(line)![0]).replace(/[.:]+$/, "");
  if (title.length <= LONGEST_TITLE) return title || plain(line);
  return `${title.slice(0, LONGEST_TITLE).replace(/\s+\S*$/, "")}…`;
}

/** "3. The Quay", "Beat 3: The Quay", "Scene 2", "1.2 The Quay", "IV. The Quay". */
const NUMBERED =
  /^(?:(?<word>\p{L}{1,20}(?:\s\p{L}{1,20}){0,2})\s*[#№]?\s*)?(?<number>(?:\d{1,3}\.)*\d{1,3}(?!\d)|(?<![\p{L}])[IVXLC]{1,6}(?=[.):\s–—-]|$))(?<unit>\p{L}{0,2})(?:(?<mark>\s*[.):：、–—-]+\s*)|\s+|$)(?<title>.*)$/u;

type HeadingNumber = {
  /** As written: 4, 1.2, IV. */
  number: string;
  value: number;
  /** Before the number: "Scene", or nothing. */
  word: string;
  title: string;
  /** Punctuation separates the number from the title. */
  marked: boolean;
};

export function headingNumber(heading: string): HeadingNumber | undefined {
  const { word = "", number = "", mark, title = "" } = NUMBERED.exec(heading)?.groups ?? {};
  if (number === "") return undefined;
  return { number, value: valueOf(number), word, title: title || heading, marked: mark !== undefined };
}

/** The last part of 2.3; Roman numerals by their letters. */
function valueOf(number: string): number {
  if (/\d/.test(number)) return Number(number.split(".").at(-1));
  const values = [...number].map((letter) => ({ I: 1, V: 5, X: 10, L: 50, C: 100 })[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/**
 * Titles without their numbers, if at least half of the headings are numbered in the same way: "Room 12 is locked" is a
 * title as it is.
 */
function unnumberedTitles(headings: readonly Heading[]): string[] {
  const numbers = headings.map(({ text }) => {
    const number = headingNumber(text);
    return number && (number.word === "" || number.marked) ? number : undefined;
  });
  const alike = Map.groupBy(numbers, (number) => number?.word.toLowerCase());
  return headings.map(({ text }, at) => {
    const number = numbers[at];
    const isUsual = number && alike.get(number.word.toLowerCase())!.length * 2 >= headings.length;
    return isUsual ? number.title : text;
  });
}

/** One warning for each number that several headings of the same kind have. Numbers may be reused after a new 1. */
function repeatedNumbers(headings: readonly Heading[]): string[] {
  const kinds = new Map<string, Map<string, string[]>>();
  const repeated = new Set<{ number: string; titles: string[] }>();
  for (const { level, text } of headings) {
    const { number, value, word } = headingNumber(text) ?? {};
    if (number === undefined || value === undefined) continue;
    const kind = `${level} ${word!.toLowerCase()}`;
    const seen = (value > 1 && kinds.get(kind)) || new Map<string, string[]>();
    kinds.set(kind, seen);
    const titles = seen.get(number);
    if (!titles) seen.set(number, [text]);
    else if (titles.push(text) === 2) repeated.add({ number, titles });
  }
  return [...repeated].slice(0, MOST_NAMED).map(({ number, titles }) => {
    const often = titles.length === 2 ? "twice" : `${titles.length} times`;
    return `number ${number} occurs ${often}: ${quotedList(titles)}`;
  });
}

const MOST_NAMED = 10;

function quotedList(titles: readonly string[]): string {
  const named = titles.slice(0, MOST_NAMED).map((title) => `"${title}"`);
  const more = titles.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}
