import type { ReaderTurn } from "../reader/index.ts";
import { findQuote, plainQuote } from "../text/index.ts";

/** Whether two quotes of one turn share words of it. A quote that is not in the turn shares words with one that holds it. */
export function overlapIn({ narration, talk, relay = "" }: ReaderTurn): (a: string, b: string) => boolean {
  const text = [narration, ...talk.map(({ says }) => says), relay].join("\n");
  return (a, b) => {
    const [one, other] = [findQuote(text, a), findQuote(text, b)];
    if (one && other) return one.start < other.end && other.start < one.end;
    const [x, y] = [plainQuote(a), plainQuote(b)];
    return x.includes(y) || y.includes(x);
  };
}
