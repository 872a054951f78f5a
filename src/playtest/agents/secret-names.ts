import { contentWords } from "../text/index.ts";
import { folded, readWords, WORD } from "./secret-words.ts";

/** Where a word stands: what is before it, up to the word before, and what is after it. */
type Token = { word: string; before: string; after: string; next: string };

function tokensOf(text: string): Token[] {
  const flat = folded(text);
  const found = [...flat.matchAll(WORD)];
  return found.map(({ 0: word, index }, at) => {
    const last = found[at - 1];
    const end = index + word.length;
    return {
      word,
      before: flat.slice(last ? last.index + last[0].length : 0, index),
      after: flat.slice(end, end + 40),
      next: found[at + 1]?.[0] ?? "",
    };
  });
}

const isCapital = (word: string): boolean => /^\p{Lu}[\p{L}']*\p{Ll}/u.test(word) && word.length > 2;
const isShouted = (word: string): boolean => /^\p{Lu}{2,}$/u.test(word);
/** Room 4B, X17. */
const isCode = (word: string): boolean => /\p{L}/u.test(word) && /\p{N}/u.test(word);

/** A sentence, a quotation, a bracket or an emphasis begins here: a capital makes no name by itself. */
const opens = ({ before }: Token, at: number): boolean =>
  at === 0 || /[.!?…][\p{P}]{0,3}\s|\n|[\p{Pi}\p{Ps}"'*_„]$/u.test(before);
/** And ends at once: nothing else stands in it. */
const closes = ({ after }: Token): boolean =>
  /^(?:'s)?[.,;:!?]{0,2}[\p{Pf}\p{Pi}\p{Pe}"'*_](?!\p{L})/u.test(after);
/** "Orrismere is …", "Orrismere sleeps", "Orrismere took …", "Orrismere and Pell", "Orrismere, …" */
const isSubject = ({ after }: Token): boolean =>
  /^(?:'s(?!\p{L})|,|\s+and\s+\p{Lu}|\s+(?:is|was|has|had|will|would|did|does|can|could|may|might|must|should|shall|began|bought|broke|brought|came|died|fell|fled|found|gave|went|held|hid|kept|knew|lay|led|left|lost|made|met|paid|put|ran|rose|said|sat|saw|sent|slept|sold|spoke|stole|stood|swore|thought|told|took|woke|wore|wrote|(?!this|his|its|as|us|was|yes|across|perhaps|always)\p{Ll}{2,}(?:s|ed))(?!\p{L}))/u.test(
    after,
  );
const goesOn = ({ after, next }: Token): boolean => /^[\s-]\p{Lu}/u.test(after) && isCapital(next);

/** The names and codes in a secret, as they are compared. One of them is enough to give it away. */
export function namesIn(text: string): string[] {
  const tokens = tokensOf(text);
  const compounds = folded(text).match(/(?<!\p{L})\p{Lu}\p{L}+(?:-\p{Lu}\p{L}+)+/gu) ?? [];
  const single = tokens.flatMap((token, at) => {
    const { word } = token;
    const isName = opens(token, at)
      ? isCapital(word) && (closes(token) || isSubject(token) || goesOn(token)) && readWords(word).length > 0
      : (isCapital(word) || (isShouted(word) && word.length > 3 && !isShouted(tokens[at - 1]!.word))) &&
        contentWords(word.toLowerCase()).length > 0;
    const shoutsOn = isShouted(word) && isShouted(token.next);
    return (isName && !shoutsOn) || isCode(word) ? [asName(word)] : [];
  });
  return [...single, ...compounds.map(asName)];
}

/** "Saint-Orrismere" says Orrismere, and so does "Orris-mere". */
export const namesSaid = (text: string): Set<string> =>
  new Set(
    Array.from(folded(text).matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu)).flatMap(([compound]) => [
      asName(compound),
      ...compound.split("-").map(asName),
    ]),
  );

/** In letters and digits alone, without the ending of a plural or a genitive. */
const asName = (word: string): string =>
  word
    .toLowerCase()
    .replace(/'s?$/, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replace(/(?<=\p{L}{3})s$/u, "");
