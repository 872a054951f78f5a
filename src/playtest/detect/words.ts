import { remember } from "../../kernel/memo/index.ts";

/** A word and where it stands, so that what was found can be quoted. */
export type WordSpan = { word: string; start: number; end: number };

/** Scripts without spaces: each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+(?:['’][\p{L}\p{M}\p{N}]+)*/gv;

/** Latin letters, digits and the marks that go with them: what most stories are written in, and what a scanner reads ten times faster. */
const LATIN = /^[\0-\x7f\xc0-\xd6\xd8-\xf6\xf8-\u024f‘’“”«»–—…]*$/;
const IN_WORD = Uint8Array.from({ length: 0x250 }, (_, code) => (/[\p{L}\p{N}]/u.test(String.fromCharCode(code)) ? 1 : 0));
const isInWord = (code: number): boolean => IN_WORD[code] === 1;
const isApostrophe = (code: number): boolean => code === 0x27 || code === 0x2019;

function spansOf(text: string): WordSpan[] {
  const lower = text.toLowerCase();
  // A letter that is two in lower case moves all places.
  if (lower.length === text.length && LATIN.test(text)) return latinSpans(lower);
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word: word.toLowerCase().replaceAll("’", "'"), start: index, end: index + word.length }));
}

function latinSpans(lower: string): WordSpan[] {
  const spans: WordSpan[] = [];
  const typographic = lower.includes("’");
  for (let at = 0; at < lower.length; at += 1) {
    let code = lower.charCodeAt(at);
    if (!isInWord(code)) continue;
    const start = at;
    let number = 0;
    do {
      number = (Math.imul(number, 31) + code) | 0;
      at += 1;
      code = lower.charCodeAt(at);
    } while (isInWord(code) || (isApostrophe(code) && isInWord(lower.charCodeAt(at + 1))));
    const word = sameWord(lower, { start, end: at, number });
    spans.push({ word: typographic ? word.replaceAll("’", "'") : word, start, end: at });
  }
  return spans;
}

/**
 * Of every word one string, as long as no other word takes its place: a string that was looked up before is found at
 * once in any set, and one that was just cut out of a text is not.
 */
const lately: string[] = Array.from({ length: 1 << 13 }, () => "");

function sameWord(text: string, { start, end, number }: { start: number; end: number; number: number }): string {
  const place = (number ^ (number >>> 13)) & (lately.length - 1);
  const known = lately[place]!;
  if (known.length === end - start && text.startsWith(known, start)) return known;
  return (lately[place] = text.slice(start, end));
}

/** Every detector reads the same few texts, and their sentences: each is read once. */
const ofTexts = remember(spansOf, { most: 100 });
const ofSentences = remember(spansOf, { most: 1_000 });
const SENTENCE = 400;

export const wordSpans = (text: string): readonly WordSpan[] => (text.length > SENTENCE ? ofTexts : ofSentences)(text);

/** Lower case, in order, with repeats. */
export const words = (text: string): string[] => wordSpans(text).map(({ word }) => word);

/** The words of a text, each once and without what follows an apostrophe: for a look whether a rule has anything to go by at all. */
export const bareWords: (text: string) => ReadonlySet<string> = (text) => (text.length > SENTENCE ? bareOfTexts : bareOfSentences)(text);

const bare = (text: string): ReadonlySet<string> => new Set(wordSpans(text).map(({ word }) => withoutEnding(word)));
const bareOfTexts = remember(bare, { most: 100 });
const bareOfSentences = remember(bare, { most: 1_000 });

/** "Marsh" of "Marsh's", "can" of "can't". */
export function withoutEnding(word: string): string {
  const at = word.indexOf("'");
  return at < 0 ? word : word.slice(0, at);
}

/** Does a text have any of some words? */
export function hasAny(text: string, wanted: ReadonlySet<string>): boolean {
  const said = bareWords(text);
  for (const word of said) if (wanted.has(word)) return true;
  return false;
}
