/** Whether words that a model quotes really occur in a text. A claim without such a quote proves nothing. */

/** Fewer characters could stand anywhere, and prove nothing. Where words are left out, one piece at least is as long. */
const SHORTEST = 12;
const SHORTEST_PART = 6;
/** In scripts that write a word with a character or two, one says as much as three letters. */
const sizeOf = (text: string): number =>
  text.length + 2 * (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0);

/** A quote as it is looked for, without the quotation marks around it. */
export const plainQuote = (quote: string): string => plain(quote).replace(/^["' ]+|["' ]+$/g, "");

export const isTooShort = (quote: string): boolean => sizeOf(quote) < SHORTEST;

/** Does a quote occur in a text? Spacing, quotation marks, dashes, emphasis and capitals are forgiven. */
export function quoteOccurs(quote: string, text: string): boolean {
  const [wanted, said] = [plainQuote(quote), plain(text)];
  if (wanted === "") return false;
  return isTooShort(wanted) ? said === wanted : holds(said, wanted);
}

/** Both plain already. What was left out of the quote may be marked by dots. */
export function holds(text: string, wanted: string): boolean {
  if (text.includes(wanted)) return true;
  const parts = wanted.split(/ ?(?:\[ ?\.\.\. ?\]|\( ?\.\.\. ?\)|\.\.\.) ?/).filter((part) => part !== "");
  if (parts.some((part) => sizeOf(part) < SHORTEST_PART) || !parts.some((part) => sizeOf(part) >= SHORTEST))
    return false;
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** What copying changes and meaning does not. */
export const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu, (char) => (/\s/.test(char) ? " " : ""))
    .replaceAll(/[‘’‚‛`´′]/g, "'")
    .replaceAll(/[“”„‟«»″]/g, '"')
    .replaceAll(/[‐‑‒–—―−]+|--+/g, "-")
    .replaceAll(/[*_>]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
