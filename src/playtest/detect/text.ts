/** A text as all detectors read it: its words and where they stand, and its sentences. Each text is read once. */
import { remember } from "../../kernel/memo/index.ts";
import { added, SEED, wordOf, type Word } from "./word.ts";

/** A part of a text, and which of its words stand in it. */
export type Span = { text: string; start: number; end: number; from: number; to: number; /** Of its words: bits of `MARK`. */ marks: number };

export type Text = {
  text: string;
  words: readonly Word[];
  /** Where each word begins and ends. */
  starts: readonly number[];
  ends: readonly number[];
  marks: number;
  /** Once somebody has asked for them: see `sentencesOf`. */
  sentences: readonly Span[] | undefined;
};

/** Many are sentences, or what a player says; few are long. */
const SHORT = 400;
export const read = (text: string): Text => (text.length > SHORT ? readLong : readShort)(text);
const readLong = remember(textOf, { most: 200 });
const readShort = remember(textOf, { most: 1_000 });

type Reading = { words: Word[]; starts: number[]; ends: number[]; marks: number };

function textOf(text: string): Text {
  const { words, starts, ends, marks } = scan(text) ?? match(text);
  return { text, words, starts, ends, marks, sentences: undefined };
}

function take(reading: Reading, word: Word, start: number, end: number): void {
  reading.words.push(word);
  reading.starts.push(start);
  reading.ends.push(end);
  reading.marks |= word.marks;
}

/** Scripts without spaces: each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+(?:['’][\p{L}\p{M}\p{N}]+)*/gv;

function match(text: string): Reading {
  const reading: Reading = { words: [], starts: [], ends: [], marks: 0 };
  for (const { 0: word, index } of text.matchAll(WORD)) take(reading, wordOf(word.toLowerCase().replaceAll("’", "'")), index, index + word.length);
  return reading;
}

/** Latin letters and digits, as they are in lower case; 0 is no part of a word. What most stories are written in, and what a scanner reads ten times faster. */
const LETTERS = Uint16Array.from({ length: 0x250 }, (_, code) => (/[\p{L}\p{N}]/u.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0));
/** A letter that is two in lower case. */
const TWO = 0x130;
const APOSTROPHE = 0x27;
const isApostrophe = (code: number): boolean => code === APOSTROPHE || code === 0x2019;
/** The marks that go with them, beyond the table: – — ‘ ’ “ ” … */
const isMark = (code: number): boolean => code === 0x2013 || code === 0x2014 || (code >= 0x2018 && code <= 0x201d) || code === 0x2026;

/** Nothing where there is anything else in it. */
function scan(text: string): Reading | undefined {
  const reading: Reading = { words: [], starts: [], ends: [], marks: 0 };
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    let code = text.charCodeAt(at);
    let letter = code < LETTERS.length ? LETTERS[code]! : 0;
    if (letter === 0) {
      if (code >= LETTERS.length && !isMark(code)) return undefined;
      continue;
    }
    const start = at;
    let number = SEED;
    let check = 1;
    for (;;) {
      if (code === TWO) return undefined;
      number = added(number, letter);
      check = (Math.imul(check, 31) + letter) | 0;
      at += 1;
      if (at === length) break;
      code = text.charCodeAt(at);
      letter = code < LETTERS.length ? LETTERS[code]! : 0;
      if (letter !== 0) continue;
      if (code >= LETTERS.length && !isMark(code)) return undefined;
      if (!isApostrophe(code)) break;
      const next = at + 1 < length ? text.charCodeAt(at + 1) : 0;
      if (next >= LETTERS.length || LETTERS[next] === 0) break;
      letter = APOSTROPHE;
    }
    take(reading, known(text, start, at, number, check), start, at);
  }
  return reading;
}

/** Found again by two numbers of their letters, without being cut out of the text: no two words of a language share both. */
const PLACES = 1 << 14;
const lately: Word[] = Array.from({ length: PLACES }, () => wordOf(""));
const numbers = new Int32Array(PLACES);
const checks = new Int32Array(PLACES);

function known(text: string, start: number, end: number, number: number, check: number): Word {
  const place = (number ^ (number >>> 14)) & (PLACES - 1);
  if (numbers[place] === number && checks[place] === check) return lately[place]!;
  numbers[place] = number;
  checks[place] = check;
  return (lately[place] = wordOf(text.slice(start, end).toLowerCase().replaceAll("’", "'")));
}

/** Longer runs are no sentences; cutting them keeps every pattern's work small. */
const LONGEST = 600;
const SENTENCE = /[^.!?…\n]+(?:[.!?…]+|(?=\n)|$)/g;

/** Sentences and where they stand; a line ends one too. */
export const sentencesOf = (text: Text): readonly Span[] => (text.sentences ??= cut(text));

function cut({ text, words, starts }: Text): Span[] {
  const found: Span[] = [];
  let to = 0;
  // One pattern for all texts: asked for all matches of a text, it would be made anew each time.
  SENTENCE.lastIndex = 0;
  for (let match = SENTENCE.exec(text); match; match = SENTENCE.exec(text)) {
    const { 0: run, index } = match;
    for (let at = 0; at < run.length; at += LONGEST) {
      const part = run.length <= LONGEST ? run : run.slice(at, at + LONGEST);
      const end = index + at + part.length;
      const from = to;
      let marks = 0;
      for (; to < words.length && starts[to]! < end; to += 1) marks |= words[to]!.marks;
      if (to > from || part.trim() !== "") found.push({ text: part, start: index + at, end, from, to, marks });
    }
  }
  return found;
}
