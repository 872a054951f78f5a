/** Where the beats are in a text guide. Code decides only by exact marks: numbers, or a heading "Beats". */
import { headingsOf, longestList, plain, sectionOf, type Heading } from "./markdown-parts.ts";

type Beat = { title: string; summary: string };
export type BeatsFound = {
  beats: Beat[];
  /** The rule that found them, in words; or why there are none. */
  rule: string;
  /** The numbers of their headings, where they do not count 1, 2, 3 …; in acts they may restart. */
  odd?: readonly number[] | undefined;
};

const FEWEST = 2;

/** The beats of a text guide, by structure alone, without understanding the language. */
export function findBeats(text: string): BeatsFound {
  const headings = headingsOf(text);
  return (
    numbered(text, headings) ??
    underBeats(text, headings) ?? {
      beats: [],
      rule: 'no numbered headings and no heading "Beats" with sub-headings or a list',
    }
  );
}

/**
 * Headings of one level that start with the same word, or none, and count upwards. Counting may restart, as scenes do
 * in every act.
 */
function numbered(text: string, headings: readonly Heading[]): BeatsFound | undefined {
  const numbers = headings.flatMap((heading, at) => {
    const number = headingNumber(heading.text);
    return number ? [{ at, level: heading.level, ...number }] : [];
  });
  const [most] = [...Map.groupBy(numbers, ({ level, word }) => `${level} ${word.toLowerCase()}`).values()]
    .filter((group) => group.length >= FEWEST)
    .filter((group) =>
      group.every(({ value }, index) => index === 0 || value <= 1 || value >= group[index - 1]!.value),
    )
    .toSorted((a, b) => b.length - a.length);
  if (!most) return undefined;
  const example = most[0]!.word === "" ? "" : ` ("${headings[most[0]!.at]!.text}" and so on)`;
  const numbersFound = most.map(({ value }) => value);
  const isOdd = numbersFound.some((value, index) => {
    const before = numbersFound[index - 1];
    return before !== undefined && value !== before + 1 && (value > 1 || value === before);
  });
  return {
    rule: `numbered headings${example}`,
    odd: isOdd ? numbersFound : undefined,
    beats: most.map(({ at, title }) => ({ title, summary: sectionOf(text, headings, at) })),
  };
}

const OUTLINE = /^(?:beats|scenes|chapters|outline)$/i;

/** The sub-headings of a heading such as "Beats", or the ordered list under it. */
function underBeats(text: string, headings: readonly Heading[]): BeatsFound | undefined {
  const at = headings.findIndex((heading) => OUTLINE.test(heading.text));
  if (at < 0) return undefined;
  const { level, text: title } = headings[at]!;
  const next = headings.findIndex((heading, index) => index > at && heading.level <= level);
  const below = headings.slice(at + 1, next < 0 ? undefined : next);
  const chosen = below.filter((heading) => heading.level === Math.min(...below.map((each) => each.level)));
  if (chosen.length < FEWEST) return fromList(sectionOf(text, headings, at));
  return {
    rule: `sub-headings of "${title}"`,
    beats: chosen.map((heading) => ({
      title: unnumbered(heading),
      summary: sectionOf(text, headings, headings.indexOf(heading)),
    })),
  };
}

function fromList(text: string): BeatsFound | undefined {
  const items = longestList(text);
  if (items.length < FEWEST) return undefined;
  return {
    beats: items.map((item) => ({ title: titleOf(item), summary: item })),
    rule: `an ordered list of ${items.length} items`,
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
const WORD = String.raw`(?:(?<word>\p{L}{1,20}(?:\s\p{L}{1,20}){0,2})\s*[#№]?\s*)?`;
const ROMAN = String.raw`(?<![\p{L}])[IVXLC]{1,6}(?=[.):\s–—-]|$)`;
const NUMBER = String.raw`(?<number>(?:\d{1,3}\.)*\d{1,3}(?!\d)|${ROMAN})(?<unit>\p{L}{0,2})`;
const MARK = String.raw`(?:(?<mark>\s*[.):：、–—-]+\s*)|\s+|$)`;
const NUMBERED = new RegExp(`^${WORD}${NUMBER}${MARK}(?<title>.*)$`, "u");

type HeadingNumber = {
  value: number;
  /** Before the number: "Scene", or nothing. */ word: string;
  title: string;
};

function headingNumber(heading: string): HeadingNumber | undefined {
  const { word = "", number = "", title = "" } = NUMBERED.exec(heading)?.groups ?? {};
  return number === "" ? undefined : { value: valueOf(number), word, title: title || heading };
}

/** "6. Commitments" without its number; "Scene 6: Commitments" is a title as it is. */
export function unnumbered({ text }: Heading): string {
  const number = headingNumber(text);
  return number?.word === "" ? number.title : text;
}

/** The last part of 2.3; Roman numerals by their letters. */
function valueOf(number: string): number {
  if (/\d/.test(number)) return Number(number.split(".").at(-1));
  const values = [...number].map((letter) => ({ I: 1, V: 5, X: 10, L: 50, C: 100 })[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
