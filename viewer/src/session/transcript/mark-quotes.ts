import type { Issue } from "../../../../src/contract/index.ts";

/** Finds quotes in a text. Quotes are excerpts, so line breaks and ends may differ. */
type MarkedPart = { text: string; mark: "none" | "quote" | "chosen" };
export type WantedQuote = { text: string; chosen: boolean };

/** Shorter lines of a quote would match by chance. */
const SHORTEST_LINE = 24;
/** Limits well above what detectors report for a turn. */
const [MOST_QUOTES, LONGEST_QUOTE] = [200, 4_000];

export function markQuotes(text: string, quotes: readonly WantedQuote[]): MarkedPart[] {
  const marks = new Uint8Array(text.length);
  const searched = quotes.length === 0 ? NOTHING : spacedOnce(text);
  for (const quote of [...quotes].sort((a, b) => Number(a.chosen) - Number(b.chosen)).slice(-MOST_QUOTES)) {
    for (const [start, end] of placesOf(quote.text.slice(0, LONGEST_QUOTE), searched))
      marks.fill(quote.chosen ? 2 : 1, start, end);
  }
  const parts: MarkedPart[] = [];
  for (let start = 0, at = 1; at <= text.length; at++) {
    if (at < text.length && marks[at] === marks[start]) continue;
    parts.push({
      text: text.slice(start, at),
      mark: (["none", "quote", "chosen"] as const)[marks[start] ?? 0] ?? "none",
    });
    start = at;
  }
  return parts;
}

function placesOf(quote: string, searched: Spaced): Array<[number, number]> {
  const whole = place(quote, searched);
  if (whole) return [whole];
  // A quote can begin in a private passage or inside a narrator's marker.
  return quote.split(/\n+|\]\]/).flatMap((line) => {
    const found = line.trim().length >= SHORTEST_LINE ? place(line, searched) : undefined;
    return found ? [found] : [];
  });
}

/** A text with white space collapsed, and the original position of each character. */
type Spaced = { text: string; from: Uint32Array };
const NOTHING: Spaced = { text: "", from: new Uint32Array() };

function spacedOnce(text: string): Spaced {
  const from = new Uint32Array(text.length);
  const signs: string[] = [];
  let wasSpace = false;
  for (let at = 0; at < text.length; at++) {
    const isSpace = /\s/.test(text[at]!);
    if (!(isSpace && wasSpace)) {
      from[signs.length] = at;
      signs.push(isSpace ? " " : text[at]!);
    }
    wasSpace = isSpace;
  }
  return { text: signs.join(""), from };
}

/** Plain search, because a pattern built from a model's text could take forever. */
function place(quote: string, { text, from }: Spaced): [number, number] | undefined {
  const wanted = quote.replaceAll("…", " ").replaceAll(/\s+/g, " ").trim();
  const found = wanted === "" ? -1 : text.indexOf(wanted);
  return found < 0 ? undefined : [from[found]!, from[found + wanted.length - 1]! + 1];
}

/** The quotes of every issue, by turn. */
export function quotesByTurn(
  issues: readonly Issue[],
  chosen: Issue | undefined,
): Map<number, WantedQuote[]> {
  const all = issues.flatMap((issue) =>
    issue.evidence.map(({ turn, text }) => ({ turn, text, chosen: issue === chosen })),
  );
  return Map.groupBy(all, ({ turn }) => turn);
}
