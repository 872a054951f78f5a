import { remember } from "../../kernel/memo/index.ts";
import { functionWords } from "./function-words.ts";
import type { Span } from "./plain.ts";

/** A word, in lower case and with a straight apostrophe, and where it stands. */
export type WordSpan = Span & { word: string };

/** In scripts without spaces each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+(?:['’][\p{L}\p{M}\p{N}]+)*/gv;

export const wordSpans: (text: string) => readonly WordSpan[] = remember(
  (text) =>
    Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
      word: word.toLowerCase().replaceAll("’", "'"),
      start: index,
      end: index + word.length,
    })),
  { most: 200 },
);

/** In order, with repeats. */
export const words = (text: string): string[] => wordSpans(text).map(({ word }) => word);

/** The words that say what a text is about, in order, with repeats. */
export const contentWords = (text: string): string[] =>
  words(text).filter((word) => !functionWords.has(word));
