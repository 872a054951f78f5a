import { contentWords, shingles } from "../text/index.ts";

/** A word that tells something, where it stands among those, and in which sentence. */
export type Word = { word: string; stem: string; at: number; sentence: number };

/** What everybody says of everything. */
const common = new Set(
  `see look hear feel know notice find take hold keep tell make go come stand sit turn think thing way time day night place man woman people
  little long old new good great last first second third next two three small big right left side near far another many few enough maybe really ever never always
  ask give put use try need seem start stop stay wait leave walk talk speak move want show call open close help word voice hand eye face head
  alone private secret`.split(/\s+/),
);

/** Words in a row that a sentence may share with a secret before it counts as telling it. */
const RUN = 4;

/** A word, with the apostrophes within it. Whatever stands around it, marks of any kind, is no part of it. */
export const WORD = /[\p{L}\p{N}]+(?:'(?!s(?!\p{L}))\p{L}+)*/gu;

/** Accents, invisible hyphens and the shape of an apostrophe or a hyphen make no other word. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .replaceAll(/[‘’ʼ´`]/g, "'")
    .replaceAll(/[‐‑]/g, "-");

export const wordsOf = (text: string): string[] => folded(text).toLowerCase().match(WORD) ?? [];

export const runsOf = (text: string): string[] => shingles(wordsOf(text), RUN);

/** The words of a text that tell something, in order. */
export function readWords(text: string): Word[] {
  let at = 0;
  return text.split(/[.!?\n]+/).flatMap((sentence, index) =>
    contentWords(wordsOf(sentence).join(" "))
      .map((word) => ({ word, stem: stem(word) }))
      .filter(({ word, stem }) => word.length > 2 && !common.has(word) && !common.has(stem))
      .map((word) => ({ ...word, at: at++, sentence: index })),
  );
}

const LONG = 5;
const endings = /(?:ing|ed|es|(?<!s)s|ly|er|or|ous)$/;

/** Without the commonest endings: "stairs" and "stair", "lying" and "lies", "murderer" and "murdered" are one. */
export function stem(word: string): string {
  let bare = word
    .replace(/^([ldt])ying$/, "$1ie")
    .replace(/^(liar|lied)s?$/, "lie")
    .replace(/(?<=\p{L}{3})i(?:es|ed)$/u, "y");
  while (bare.length > LONG && endings.test(bare)) bare = bare.replace(endings, "");
  bare = bare.replace(/(?<=\w{2})(?<!s)s$/, "").replace(/(?<=\w{2}([bdgmnprt]))\1$/, "");
  return bare.length > 3 ? bare.replace(/e$/, "") : bare;
}
