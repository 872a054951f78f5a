/** The words of a text, and runs of them. */
import { plain, remember, type Span } from "../../kernel/text/index.ts";
import { functionWords, storyFillers } from "./word-lists.ts";

/** A word, in lower case and with a straight apostrophe, and its offset. */
export type WordSpan = Span & { word: string };

/** In scripts without spaces each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+(?:['’][\p{L}\p{M}\p{N}]+)*/gv;

export const wordSpans = (text: string): readonly WordSpan[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word: word.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + word.length,
  }));

/** In order, with repeats. */
export const words = (text: string): string[] => wordSpans(text).map(({ word }) => word);

/** The words that say what a text is about, in order, with repeats. */
export const contentWords = (text: string): string[] =>
  words(text).filter((word) => !functionWords.has(word));

/** Every run of `size` words, in order, with repeats. */
export const shingles = (words: readonly string[], size: number): string[] =>
  words.slice(size - 1).map((_, at) => words.slice(at, at + size).join(" "));

/** Longer runs are data, not words. */
const LONGEST = 40;

/** The words that a text is about, each once: lower case, without accents and the most common endings. */
export const storyWords: (text: string) => ReadonlySet<string> = remember(
  (text) =>
    new Set(
      Array.from(
        plain(text)
          .toLowerCase()
          .matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu),
        ([word]) => word,
      )
        .filter(
          (word) =>
            word.length > 2 && word.length <= LONGEST && !functionWords.has(word) && !storyFillers.has(word),
        )
        .map(stem),
    ),
);

function stem(word: string): string {
  const bare = word.replace(/'s$/, "");
  return bare.length > 5 ? bare.replace(/(?:ing|ed|es|s|ly)$/, "") : bare.replace(/(?<=\w{3})s$/, "");
}

/** The share of `part` that occurs in `whole`: 0 if `part` is empty. */
export function share(part: ReadonlySet<string>, whole: Words): number {
  let found = 0;
  for (const word of part) if (whole.has(word)) found++;
  return part.size === 0 ? 0 : found / part.size;
}

/** What words can be looked for in. */
export type Words = Pick<ReadonlySet<string>, "has">;

/** The words of several texts. Text by text, since most were read a turn ago. */
export function wordsOfAll(texts: readonly string[]): Words {
  const each = texts.map(storyWords);
  return { has: (word) => each.some((words) => words.has(word)) };
}
