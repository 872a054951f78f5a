/** A text as all detectors read it: its words and where they stand, and its sentences. Each text is read once. */
import { remember } from "../../kernel/memo/index.ts";
import { added, SEED, wordOf, type Word } from "./word.ts";

/** A part of a text, and which of its words stand in it. */
export type Span = { text: string; start: number; end: number; from: number; to: number; /** Of its words: bits of `MARK`. */ marks: number };

export type Text = {
  readonly text: string;
  readonly words: readonly Word[];
  /** Where each word begins and ends. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly marks: number;
  readonly sentences: readonly Span[];
};

/** Many are sentences, or what a player says; few are long. */
const SHORT = 400;
export const read = (text: string): Text => (text.length > SHORT ? readLong : readShort)(text);
const readLong = remember(textOf, { most: 200 });
const readShort = remember(textOf, { most: 1_000 });

function textOf(text: string): Text {
  const words: Word[] = [];
  const count = scan(text, words) ?? match(text, words);
  let marks = 0;
  for (const word of words) marks |= word.marks;
  let found: readonly Span[] | undefined;
  const one: Text = { text, words, starts: starts.slice(0, count), ends: ends.slice(0, count), marks, get sentences() { return (found ??= sentencesOf(one)); } };
  return one;
}

/** Where the words of the text stand that is being read. */
let starts = new Uint32Array(1 << 10);
let ends = new Uint32Array(1 << 10);

function place(at: number, start: number, end: number): void {
  if (at === starts.length) {
    const [before, after] = [starts, ends];
    (starts = new Uint32Array(2 * at)).set(before);
    (ends = new Uint32Array(2 * at)).set(after);
  }
  starts[at] = start;
  ends[at] = end;
}

/** Scripts without spaces: each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+(?:['’][\p{L}\p{M}\p{N}]+)*/gv;

function match(text: string, words: Word[]): number {
  words.length = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    place(words.length, index, index + word.length);
    words.push(wordOf(word.toLowerCase().replaceAll("’", "'")));
  }
  return words.length;
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
function scan(text: string, words: Word[]): number | undefined {
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
    for (;;) {
      if (code === TWO) return undefined;
      number = added(number, letter);
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
    place(words.length, start, at);
    words.push(known(text, { start, end: at, number }));
  }
  return words.length;
}

/** Found again by their numbers, without being cut out of the text. */
const lately: Word[] = Array.from({ length: 1 << 13 }, () => wordOf(""));

function known(text: string, { start, end, number }: { start: number; end: number; number: number }): Word {
  const place = (number ^ (number >>> 13)) & (lately.length - 1);
  const word = lately[place]!;
  if (word.number === number && isAt(word.text, text, start, end)) return word;
  return (lately[place] = wordOf(text.slice(start, end).toLowerCase().replaceAll("’", "'")));
}

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at += 1) {
    const code = text.charCodeAt(start + at);
    if (word.charCodeAt(at) !== (code < LETTERS.length ? LETTERS[code] || code : APOSTROPHE)) return false;
  }
  return true;
}

/** Longer runs are no sentences; cutting them keeps every pattern's work small. */
const LONGEST = 600;
const SENTENCE = /[^.!?…\n]+(?:[.!?…]+|(?=\n)|$)/g;

function sentencesOf({ text, words, starts }: Text): Span[] {
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
