/** The words of a text, and runs of them. */
import type { Span } from "../../kernel/text/index.ts";

/** Words that occur in every text. */
const functionWords: ReadonlySet<string> = new Set(
  `a about after again all also am an and any anything are aren't around as at away back be because been before being both but by can can't cannot come
  comes could couldn't did didn't do does doesn't doing don't down each either else even ever every everyone few for from get gets go goes got had has
  have having he he's her here here's hers him his how i i'd i'll i'm i've if in into is isn't it it's its just let let's like may me might mine more
  most much must my neither next no none nor not nothing now of off on once one only onto or other others our ours out over own perhaps quite rather
  same say says shall she she's should so some something still such than that that's the their theirs them then there there's these they they're this
  those though through to too toward towards under until up upon us very want wants was wasn't we we're well were what what's when where which while who
  who's whom whose why will with within without won't would yes yet you you'll you're you've your yours`.split(
    /\s+/,
  ),
);

/** Words before a name that are not the name, in lower case. */
export const titles: ReadonlySet<string> = new Set(
  "mr mrs ms mx miss mister sir lady lord dr doctor professor captain constable reverend father mother sister brother aunt uncle".split(
    " ",
  ),
);

/** Numbers in words: 0 to 19, and the tens from 20 to 90. */
export const numberWords = {
  units:
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
      " ",
    ),
  tens: "twenty thirty forty fifty sixty seventy eighty ninety".split(" "),
} as const satisfies Record<string, readonly string[]>;

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
