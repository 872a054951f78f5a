import { contentWords } from "../detect/index.ts";

/** A word that tells something, where it stands among those, and in which sentence. */
export type Word = { word: string; stem: string; at: number; sentence: number };

/** What everybody says of everything. */
const common = new Set(
  `see look hear feel know notice find take hold keep tell make go come stand sit turn think thing way time day night place man woman people
  little long old new good great last first two three small big right left side near far another many few enough maybe really ever never always
  ask give put use try need seem start stop stay wait leave walk talk speak move want show call open close help word voice hand eye face head`.split(/\s+/),
);

/** Words in a row that a sentence may share with a secret before it counts as telling it. */
const RUN = 4;

export const wordsOf = (text: string): string[] => text.toLowerCase().replaceAll("’", "'").match(/[\p{L}\p{N}]+(?:'(?!s\b)\p{L}+)*/gu) ?? [];

export function runsOf(text: string): string[] {
  const all = wordsOf(text);
  return all.slice(0, Math.max(0, all.length - RUN + 1)).map((_, index) => all.slice(index, index + RUN).join(" "));
}

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

/** Without the commonest endings: "stairs" and "stair", "houses" and "house" are one. */
export function stem(word: string): string {
  const bare = word.length > 5 ? word.replace(/(?:ing|ed|es|(?<!s)s|ly)$/, "") : word.replace(/(?<=\w{3})(?<!s)s$/, "");
  return bare.length > 3 ? bare.replace(/e$/, "") : bare;
}
