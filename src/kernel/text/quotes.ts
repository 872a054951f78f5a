/** Whether a model's quote really occurs in a text. A claim without such a quote proves nothing. */
import type { Span } from "./plain.ts";

/**
 * Fewer characters could occur anywhere, and prove nothing. If words are left out, at least one piece must be as long.
 */
const SHORTEST = 12;
const SHORTEST_PART = 6;
/** In scripts with a word per character or two, one character counts as three letters. */
const sizeOf = (text: string): number =>
  text.length + 2 * (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0);

/**
 * What copying changes without changing the meaning: spacing, kinds of quotation marks, dashes and dots, emphasis,
 * capitals.
 */
export const normaliseQuote = (text: string): string =>
  unified(text).replaceAll(/\s+/g, " ").replaceAll(/-+/g, "-").trim();

const unified = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu, (char) => (/\s/.test(char) ? " " : ""))
    .replaceAll(/[‘’‚‛`´′]/g, "'")
    .replaceAll(/[“”„‟«»″]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, "-")
    .replaceAll(/[*_>]/g, "")
    .toLowerCase();

/** A quote in comparable form, without the quotation marks around it. */
export const plainQuote = (quote: string): string => normaliseQuote(quote).replace(/^["' ]+|["' ]+$/g, "");

export const isTooShort = (quote: string): boolean => sizeOf(quote) < SHORTEST;

/** Does a quote occur in a text? A short one counts only if it is the whole text. */
export function quoteOccurs(quote: string, text: string): boolean {
  const [wanted, said] = [plainQuote(quote), normaliseQuote(text)];
  if (wanted === "") return false;
  return isTooShort(wanted) ? said === wanted : holds(said, wanted);
}

/** Both already normalised. Omissions may be marked by dots. */
export const holds = (text: string, wanted: string): boolean => locate(text, wanted) !== undefined;

/** Where a quote occurs in a text, in the text's own offsets. */
export function findQuote(text: string, quote: string): Span | undefined {
  const wanted = plainQuote(quote);
  if (wanted === "") return undefined;
  const { normal, places } = withPlaces(text);
  const found = locate(normal, wanted);
  return found && { start: places[found.start]!.start, end: places[found.end - 1]!.end };
}

function locate(text: string, wanted: string): Span | undefined {
  const whole = text.indexOf(wanted);
  if (whole >= 0) return { start: whole, end: whole + wanted.length };
  const parts = wanted.split(/ ?(?:\[ ?\.\.\. ?\]|\( ?\.\.\. ?\)|\.\.\.) ?/).filter((part) => part !== "");
  if (parts.some((part) => sizeOf(part) < SHORTEST_PART) || !parts.some((part) => sizeOf(part) >= SHORTEST))
    return undefined;
  let start: number | undefined;
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return undefined;
    start ??= at;
    from = at + part.length;
  }
  return start === undefined ? undefined : { start, end: from };
}

/** A normalised text, and the origin of each character. */
function withPlaces(text: string): { normal: string; places: Span[] } {
  let normal = "";
  const places: Span[] = [];
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const place = { start: index, end: index + letter.length };
    for (const char of unified(letter).replaceAll(/\s/g, " ")) {
      const isRun = (char === " " || char === "-") && normal.endsWith(char);
      if (isRun) places.at(-1)!.end = place.end;
      else {
        normal += char;
        for (let unit = 0; unit < char.length; unit += 1) places.push({ ...place });
      }
    }
  }
  return { normal, places };
}
