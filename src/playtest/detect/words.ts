import { remember } from "../../kernel/memo/index.ts";

/** A word and where it stands, so that what was found can be quoted. */
export type WordSpan = { word: string; start: number; end: number };

/** Scripts without spaces: each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+(?:['’][\p{L}\p{M}\p{N}]+)*/gv;

/** Every detector reads the same few texts: each is read once. */
export const wordSpans: (text: string) => readonly WordSpan[] = remember(
  (text) => Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word: word.toLowerCase().replaceAll("’", "'"), start: index, end: index + word.length })),
  { most: 100 },
);

/** Lower case, in order, with repeats. */
export const words = (text: string): string[] => wordSpans(text).map(({ word }) => word);
