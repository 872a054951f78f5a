/** Where the words of a finding stand in a text. Quotes are cut from what was said, so line breaks and the ends may differ. */
export type MarkedPart = { text: string; mark: "none" | "quote" | "chosen" };
export type WantedQuote = { text: string; chosen: boolean };

/** Shorter lines of a quote are found everywhere. */
const SHORTEST_LINE = 24;

export function markQuotes(text: string, quotes: readonly WantedQuote[]): MarkedPart[] {
  const marks = new Uint8Array(text.length);
  for (const quote of [...quotes].sort((a, b) => Number(a.chosen) - Number(b.chosen))) {
    for (const [start, end] of placesOf(quote.text, text)) marks.fill(quote.chosen ? 2 : 1, start, end);
  }
  const parts: MarkedPart[] = [];
  for (let start = 0, at = 1; at <= text.length; at++) {
    if (at < text.length && marks[at] === marks[start]) continue;
    parts.push({ text: text.slice(start, at), mark: (["none", "quote", "chosen"] as const)[marks[start] ?? 0] ?? "none" });
    start = at;
  }
  return parts;
}

function placesOf(quote: string, text: string): Array<[number, number]> {
  const whole = place(quote, text);
  if (whole) return [whole];
  // A quote can begin in a stretch that only one player heard, or in a narrator's own mark.
  return quote.split(/\n+|\]\]/).flatMap((line) => {
    const found = line.trim().length >= SHORTEST_LINE ? place(line, text) : undefined;
    return found ? [found] : [];
  });
}

function place(quote: string, text: string): [number, number] | undefined {
  const words = quote.replaceAll("…", " ").trim().split(/\s+/);
  if (words[0] === "" || words.length > 400) return undefined;
  const found = new RegExp(words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join(String.raw`\s+`)).exec(text);
  return found ? [found.index, found.index + found[0].length] : undefined;
}
