import type { Heading } from "./markdown-parts.ts";

/** "3. The Quay", "Beat 3: The Quay", "Scene 2", "1.2 The Quay", "IV. The Quay". */
const NUMBERED =
  /^(?:(?<word>\p{L}{1,20}(?:\s\p{L}{1,20}){0,2})\s*[#№]?\s*)?(?<number>(?:\d{1,3}\.)*\d{1,3}(?!\d)|(?<![\p{L}])[IVXLC]{1,6}(?=[.):\s–—-]|$))(?<unit>\p{L}{0,2})(?:(?<mark>\s*[.):：、–—-]+\s*)|\s+|$)(?<title>.*)$/u;

export type HeadingNumber = {
  /** As written: 4, 1.2, IV. */
  number: string;
  value: number;
  /** Before the number: "Scene", or nothing. */
  word: string;
  /** After the number; the whole heading where nothing follows. */
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

/** Titles without their numbers, where at least half of the headings are numbered in the same way: "Room 12 is locked" is a title as it is. */
export function unnumberedTitles(headings: readonly Heading[]): string[] {
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

/** One warning for each number that several headings of the same kind have. Numbers may be used again after a new 1. */
export function repeatedNumbers(headings: readonly Heading[]): string[] {
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

export function quotedList(titles: readonly string[]): string {
  const named = titles.slice(0, MOST_NAMED).map((title) => `"${title}"`);
  const more = titles.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}
