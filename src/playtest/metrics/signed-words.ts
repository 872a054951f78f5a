import { storyWords } from "../text/index.ts";

const CLAUSE = /[.,;:!?\n—]+|\bbut\b/i;
/** From here to the end of its clause a text speaks of what shall not be. */
const NOT =
  /\b(?:n(?:ot|ever|or?|either|obody)|cannot|without|avoid\w*|refuse\w*|instead of|rather than)\b|n't\b/i;
/** "Why don't we", "not only", "can't let go of" deny nothing. */
const AFFIRMED =
  /\b(?:why (?:not|don't (?:we|you|i))|not (?:only|just)|no (?:matter|doubt)|(?:do not|don't|never) (?:forget|mind|hesitate)|(?:can't|cannot|couldn't) (?:let go|wait|help|stop|resist))\b/gi;
const DENIED = "not ";

/** The words of a text with a sign each: what is denied is another word than what is said. */
export function signedWords(text: string): ReadonlySet<string> {
  const plain = text.replaceAll("’", "'");
  if (!NOT.test(plain)) return storyWords(text);
  const signed = new Set<string>();
  for (const clause of plain.replaceAll(AFFIRMED, " ").split(CLAUSE)) {
    const at = clause.search(NOT);
    for (const word of storyWords(at < 0 ? clause : clause.slice(0, at))) signed.add(word);
    if (at >= 0)
      for (const word of storyWords(clause.slice(at).replace(NOT, " "))) signed.add(`${DENIED}${word}`);
  }
  return signed;
}

/** The word without its sign. */
export const unsigned = (word: string): string =>
  word.startsWith(DENIED) ? word.slice(DENIED.length) : word;
