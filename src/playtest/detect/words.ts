/** A word and where it stands, so that what was found can be quoted. */
export type WordSpan = { word: string; start: number; end: number };

/** Scripts without spaces: each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+(?:['’][\p{L}\p{M}\p{N}]+)*/gv;

export const wordSpans = (text: string): WordSpan[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word: word.toLowerCase().replaceAll("’", "'"), start: index, end: index + word.length }));

/** Lower case, in order, with repeats. */
export const words = (text: string): string[] => wordSpans(text).map(({ word }) => word);
