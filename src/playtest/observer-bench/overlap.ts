import { normaliseQuote, plainQuote } from "../text/index.ts";
import type { ReaderTurn } from "../reader/index.ts";

type Span = readonly [from: number, to: number];

/** Whether two quotes of one turn share words of it. */
export function overlapIn({ narration, talk, relay = "" }: ReaderTurn): (a: string, b: string) => boolean {
  const text = normaliseQuote([narration, ...talk.map(({ says }) => says), relay].join("\n"));
  const spanOf = (quote: string): Span | undefined => {
    const parts = plainQuote(quote)
      .split(/ ?[[(]?\.\.\.[\])]? ?/)
      .filter((part) => part !== "");
    const from = text.indexOf(parts[0] ?? "\n");
    const last = parts.at(-1) ?? "";
    const at = text.indexOf(last, Math.max(from, 0));
    return from < 0 || at < 0 ? undefined : [from, at + last.length];
  };
  return (a, b) => {
    const [one, other] = [spanOf(a), spanOf(b)];
    if (one && other) return one[0] < other[1] && other[0] < one[1];
    const [x, y] = [plainQuote(a), plainQuote(b)];
    return x.includes(y) || y.includes(x);
  };
}
