import { normalise, type Normalised } from "./normalise.ts";

type KeywordFinder = {
  literals: readonly string[];
  /** The first of the keywords, in their order, that stands in the message as whole words. */
  find: (reading: Normalised) => { by: string; text: string } | undefined;
};

export function keywordFinder(keywords: readonly string[]): KeywordFinder | { wrong: string } {
  const words = keywords.map((keyword) => ({ keyword, word: normalise(keyword).text.trim() }));
  const unseen = words.find(({ word }) => word === "");
  if (unseen) return { wrong: `"${unseen.keyword}": it has no visible character` };
  return {
    literals: words.map(({ word }) => word),
    find({ text, original }) {
      for (const { keyword, word } of words) {
        const at = wholeWordAt(text, word);
        if (at !== -1) return { by: keyword, text: original(at, at + word.length) };
      }
      return undefined;
    },
  };
}

function wholeWordAt(text: string, word: string): number {
  let at = text.indexOf(word);
  while (at !== -1 && (runsOn(text, at) || runsOn(text, at + word.length))) at = text.indexOf(word, at + 1);
  return at;
}

/** Letters, digits and marks, but not of scripts that put no blanks between words: there every place is a boundary. */
const ofAWord =
  /[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]]/v;

/** Whether a word goes on across this place. */
const runsOn = (text: string, at: number): boolean =>
  at > 0 && at < text.length && ofAWord.test(text[at - 1]!) && ofAWord.test(text[at]!);
