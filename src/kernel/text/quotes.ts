/** Whether a model's quote really occurs in a text. A claim without such a quote proves nothing. */
import type { Span } from "./sentences.ts";

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
export const findQuote = (text: string, quote: string): Span | undefined => quoteFinder(text)(quote);

/** The same for many quotes of one text, which is normalised once. */
export function quoteFinder(text: string): (quote: string) => Span | undefined {
  let known: ReturnType<typeof withPlaces> | undefined;
  return (quote) => {
    const wanted = plainQuote(quote);
    if (wanted === "") return undefined;
    const { normal, places } = (known ??= withPlaces(text));
    const found = locate(normal, wanted);
    return found && { start: places[found.start]!.start, end: places[found.end - 1]!.end };
  };
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
  const chars: string[] = [];
  const places: Span[] = [];
  const add = (char: string, start: number, end: number) => {
    const isRun = (char === " " || char === "-") && chars.at(-1) === char;
    if (isRun) places.at(-1)!.end = end;
    else for (const unit of char.split("")) places.push((chars.push(unit), { start, end }));
  };
  for (const { 0: letter, index } of text.matchAll(/[!-~ ](?![^\0-~])|\P{M}\p{M}*|\p{M}+/gu)) {
    // Most letters are plain ones: only the others need the slow rules.
    const plain = letter.length === 1 ? asciiOf(letter) : undefined;
    if (plain !== undefined) {
      if (plain !== "") add(plain, index, index + 1);
    } else for (const char of unified(letter).replaceAll(/\s/g, " ")) add(char, index, index + letter.length);
  }
  return { normal: chars.join(""), places };
}

/** What `unified` makes of a printable ASCII character. Undefined: it is not one. */
function asciiOf(char: string): string | undefined {
  if (char < " " || char > "~") return undefined;
  if (char === "`") return "'";
  return char === "*" || char === "_" || char === ">" ? "" : char.toLowerCase();
}
