/** A text as all detectors read it: its words and where they stand, and whatever else was worked out of it. Each text is read once. */
import { remember } from "../../kernel/memo/index.ts";
import { allMatches } from "./all-matches.ts";
import { added, SEED, wordOf, type Word } from "./word.ts";

export type Text = {
  text: string;
  words: readonly Word[];
  /** Where each word begins and ends. */
  starts: readonly number[];
  ends: readonly number[];
  /** Of its words: bits of `MARK`. */
  marks: number;
  /** What stands between its words: bits of `SIGN`. */
  signs: number;
  /** See `facet`. */
  kept: unknown[];
};

/** Something that is worked out of a text when it is first asked for, and kept with it. */
export function facet<Made extends {}>(make: (text: Text) => Made): (text: Text) => Made {
  const place = facets++;
  return (text) => (text.kept[place] ??= make(text)) as Made;
}
let facets = 0;

/** Many are sentences, or what a player says; few are long. */
const SHORT = 400;
export const read = (text: string): Text => (text.length > SHORT ? readLong : readShort)(text);
const readLong = remember(textOf, { most: 200 });
const readShort = remember(textOf, { most: 1_000 });

/** Those of marks that some rule asks for. `curly`: typographic, also within a word. `joined`: words that are one where its quotation marks are straight. */
export const SIGN = {
  quote: 1,
  apostrophe: 2,
  curly: 4,
  markup: 8,
  bracket: 16,
  joined: 32,
  any: 63,
} as const;

const signOf = (char: string): number =>
  (/["“”«»]/.test(char) ? SIGN.quote : 0) |
  (/['‘’]/.test(char) ? SIGN.apostrophe : 0) |
  (/[‘’“”«»]/.test(char) ? SIGN.curly : 0) |
  (/[*_`#>]/.test(char) ? SIGN.markup : 0) |
  (/[{<[`]/.test(char) ? SIGN.bracket : 0);

type Reading = { words: Word[]; starts: number[]; ends: number[]; marks: number; signs: number };
/** Filled anew by every text, and copied: a list that grows is copied many times. */
const reading: Reading = { words: [], starts: [], ends: [], marks: 0, signs: 0 };
let size = 0;

function textOf(text: string): Text {
  look(text);
  return taken(text);
}

/** The words of a part of a text, of which nothing else is asked. */
export function wordsIn(part: string): Word[] {
  look(part);
  return reading.words.slice(0, size);
}

/** Has a text that is read only once any word with one of these marks? */
export function hasMarks(text: string, marks: number): boolean {
  look(text);
  return (reading.marks & marks) !== 0;
}

function look(text: string): void {
  begin();
  if (scan(text)) return;
  begin();
  match(text);
}

function begin(): void {
  size = 0;
  reading.marks = 0;
  reading.signs = 0;
}

function take(word: Word, start: number, end: number): void {
  reading.words[size] = word;
  reading.starts[size] = start;
  reading.ends[size] = end;
  reading.marks |= word.marks;
  size += 1;
}

const taken = (text: string): Text => ({
  text,
  words: reading.words.slice(0, size),
  starts: reading.starts.slice(0, size),
  ends: reading.ends.slice(0, size),
  marks: reading.marks,
  signs: reading.signs,
  kept: [],
});

/**
 * The same text with some of it blanked out, and nothing else changed but signs between words: its words are those that
 * are left, and need not be looked for. Where only a part of a word is left, they do.
 */
export function blanked(whole: Text, told: string): Text {
  if (told === whole.text) return whole;
  const { words, starts, ends, signs } = whole;
  if (signs & SIGN.joined) return textOf(told);
  begin();
  for (let at = 0; at < words.length; at += 1) {
    const [start, end] = [starts[at]!, ends[at]!];
    const isLeft = told.charCodeAt(start) !== SPACE;
    if (isLeft !== (told.charCodeAt(end - 1) !== SPACE)) return textOf(told);
    if (isLeft) take(words[at]!, start, end);
  }
  // Nobody asks for the signs of what was blanked out.
  reading.signs = SIGN.any;
  return taken(told);
}

const SPACE = 0x20;

/** Scripts without spaces: each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+(?:['’][\p{L}\p{M}\p{N}]+)*/gv;

function match(text: string): void {
  for (const { 0: word, index } of allMatches(text, WORD))
    take(wordOf(word.toLowerCase().replaceAll("’", "'")), index, index + word.length);
  reading.signs = SIGN.any;
}

/** Latin letters and digits, as they are in lower case; 0 is no part of a word. What most stories are written in, and what a scanner reads ten times faster. */
const LETTERS = Uint16Array.from({ length: 0x250 }, (_, code) =>
  /[\p{L}\p{N}]/u.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
);
/** A letter that is two in lower case. */
const TWO = 0x130;
const APOSTROPHE = 0x27;
const isApostrophe = (code: number): boolean => code === APOSTROPHE || code === 0x2019;
/** The marks that go with them: those of the table, and – — ‘ ’ “ ” … */
const SIGNS = Uint8Array.from(LETTERS, (letter, code) =>
  letter === 0 ? signOf(String.fromCharCode(code)) : 0,
);
const FARTHEST = 0x2026;
const FAR_SIGNS = Int8Array.from({ length: FARTHEST - 0x2012 }, (_, at) =>
  isMark(0x2013 + at) ? signOf(String.fromCharCode(0x2013 + at)) : -1,
);
function isMark(code: number): boolean {
  return code === 0x2013 || code === 0x2014 || (code >= 0x2018 && code <= 0x201d) || code === FARTHEST;
}

/** Of a sign between words; -1 where it goes with other scripts. */
const signAt = (code: number): number =>
  code < SIGNS.length ? SIGNS[code]! : code < 0x2013 || code > FARTHEST ? -1 : FAR_SIGNS[code - 0x2013]!;
const letterAt = (code: number): number => (code < LETTERS.length ? LETTERS[code]! : 0);

/** Not done where there is anything else in it. */
function scan(text: string): boolean {
  const { length } = text;
  let signs = 0;
  for (let at = 0; at < length; at += 1) {
    let code = text.charCodeAt(at);
    let letter = letterAt(code);
    if (letter === 0) {
      const sign = signAt(code);
      if (sign < 0) return false;
      signs |= sign;
      continue;
    }
    const start = at;
    let number = SEED;
    let check = 1;
    for (;;) {
      if (code === TWO) return false;
      number = added(number, letter);
      check = (Math.imul(check, 31) + letter) | 0;
      at += 1;
      if (at === length) break;
      code = text.charCodeAt(at);
      letter = letterAt(code);
      if (letter !== 0) continue;
      const sign = signAt(code);
      if (sign < 0) return false;
      if (sign & SIGN.apostrophe) {
        const goesOn = at + 1 < length && letterAt(text.charCodeAt(at + 1)) !== 0;
        if (goesOn && isApostrophe(code)) {
          signs |= sign & SIGN.curly;
          letter = APOSTROPHE;
          continue;
        }
        if (goesOn) signs |= SIGN.joined;
      }
      signs |= sign;
      break;
    }
    take(known(text, start, at, number, check), start, at);
  }
  reading.signs = signs;
  return true;
}

/** Found again by two numbers of their letters, without being cut out of the text: no two words of a language share both. Each has two places, so that two words that come again and again do not drive each other out. */
const PLACES = 1 << 14;
const lately: Word[] = Array.from({ length: PLACES }, () => wordOf(""));
const numbers = new Int32Array(2 * PLACES);

function known(text: string, start: number, end: number, number: number, check: number): Word {
  const place = (number ^ (number >>> 14)) & (PLACES - 1);
  if (numbers[2 * place] === number && numbers[2 * place + 1] === check) return lately[place]!;
  const other = place ^ 1;
  if (numbers[2 * other] === number && numbers[2 * other + 1] === check) return lately[other]!;
  numbers[2 * other] = numbers[2 * place]!;
  numbers[2 * other + 1] = numbers[2 * place + 1]!;
  lately[other] = lately[place]!;
  numbers[2 * place] = number;
  numbers[2 * place + 1] = check;
  return (lately[place] = wordOf(text.slice(start, end).toLowerCase().replaceAll("’", "'")));
}
