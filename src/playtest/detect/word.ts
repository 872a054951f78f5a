/** What is known of a word, worked out when it is first read: every detector asks the same of every word of every text. */
import { remember } from "../../kernel/memo/index.ts";
import { functionWords } from "./function-words.ts";
import { marksOf } from "./word-marks.ts";

export type Word = {
  /** In lower case, with a straight apostrophe. */
  text: string;
  /** As a number: of its letters alone, so that it is the same in every text and every session. */
  number: number;
  /** "Marsh" of "Marsh's", "can" of "can't"; and as a number. */
  bare: string;
  bareNumber: number;
  /** Its first letters: who climbs is climbing. */
  stem: string;
  /** One bit by that: words with another have another stem. See `Stems`. */
  stemBit: number;
  /** Its number where the narrator says it to the group: "our" is "your" then. */
  told: number;
  /** Enough of it to know it by: walkers walk. */
  root: string;
  /** Does it say what a text is about? */
  isContent: boolean;
  /** Does it begin with a digit? */
  isNumber: boolean;
  /** Nothing but letters, or nothing but digits: no part of it stands for itself. */
  isOne: boolean;
  /** Base64, symbols and hammering on keys are no words. */
  isWordy: boolean;
  /** The rules that it may matter to: bits of `MARK`. */
  marks: number;
};

/** A language has few words: most are known before a text is read. */
export const wordOf: (text: string) => Word = remember(
  (text): Word => ({
    text,
    number: letters(SEED, text),
    bare: withoutEnding(text),
    bareNumber: letters(SEED, withoutEnding(text)),
    stem: stem(text),
    stemBit: bitOf(stem(text)),
    told: letters(SEED, OTHERS.get(text) ?? text),
    root: text.replace(/'s$/, "").replace(/(?:ers?|ing|ed|es|s)$/, ""),
    isContent: !functionWords.has(text),
    isNumber: /^[0-9]/.test(text),
    isOne: /^(?:[a-z']+|\p{L}+|\p{N}+)$/u.test(text),
    isWordy: isWordy(text),
    marks: marksOf(text),
  }),
  { most: 20_000 },
);

/** What the group calls "our" is "your" in the narrator's mouth. */
const OTHERS = new Map(
  Object.entries({
    we: "you",
    us: "you",
    our: "your",
    ours: "yours",
    ourselves: "yourselves",
    i: "you",
    me: "you",
    my: "your",
  }),
);

/** Some words by their first letters, and all their bits: what has none of these is not among them, and that is most. */
export type Stems = { set: ReadonlySet<string>; bits: number };

export function stemsOf(stems: Iterable<string>): Stems {
  const set = new Set(stems);
  let bits = 0;
  for (const each of set) bits |= bitOf(each);
  return { set, bits };
}

export const isAmong = ({ set, bits }: Stems, { stem, stemBit }: Word): boolean =>
  (bits & stemBit) !== 0 && set.has(stem);

export const stem = (word: string): string => (word.endsWith("'s") ? word.slice(0, -2) : word).slice(0, 5);

export function withoutEnding(word: string): string {
  const at = word.indexOf("'");
  return at < 0 ? word : word.slice(0, at);
}

const isWordy = (word: string): boolean =>
  /\p{L}/u.test(word) &&
  (!/^[a-z']+$/.test(word) || (word.length <= 24 && (word.length < 5 || /[aeiouy]/.test(word)))) &&
  !/\d.*\p{L}.*\d|\p{L}\d+\p{L}/u.test(word);

/** FNV-1a over code units. */
export const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
export const added = (number: number, code: number): number => Math.imul(number ^ code, PRIME);

export function letters(number: number, word: string): number {
  let sum = number;
  for (let at = 0; at < word.length; at += 1) sum = added(sum, word.charCodeAt(at));
  return sum;
}

function bitOf(stem: string): number {
  return 1 << (letters(SEED, stem) & 31);
}
