/** Where quotes occur in a turn, by the rule that also decides whether a quote counts. */
import type { QuotePlace, TurnView } from "../../../contract/index.ts";
import { quoteFinder, type Span } from "../../../kernel/text/index.ts";

type Spoken = Pick<TurnView, "narration" | "players" | "crossTalk" | "relay">;
type Told = { text: string; segments: ReadonlyArray<Span> };
/** One text of a turn, and the places of a quote in it. */
type Searched = (quote: string) => QuotePlace[];

/** Shorter lines of a quote would match by chance. */
const SHORTEST_LINE = 24;
/** Well above what detectors report for a turn. */
const MOST_QUOTES = 200;

/** `told` is the whole narration, if known: a quote can cross two passages or begin in a narrator's marker. */
export function quotePlaces(turn: Spoken, quotes: readonly string[], told?: Told): QuotePlace[] {
  const wanted = [...new Set(quotes)].slice(0, MOST_QUOTES);
  if (wanted.length === 0) return [];
  const texts = [...(told ? [acrossSegments(told)] : []), ...textsOf(turn)];
  const first = (quote: string) => {
    for (const places of texts) {
      const found = places(quote);
      if (found.length > 0) return found;
    }
    return [];
  };
  return wanted.flatMap((quote) => {
    const whole = first(quote);
    if (whole.length > 0) return whole;
    return quote
      .split(/\n+|\]\]/)
      .filter((line) => line.trim().length >= SHORTEST_LINE)
      .flatMap((line) => first(line).map((place) => ({ ...place, quote })));
  });
}

function textsOf({ narration, players, crossTalk = [], relay }: Spoken): Searched[] {
  return [
    ...narration.map(({ text }, at) => within(text, "narration", at)),
    ...players.map(({ says }, at) => within(says, "says", at)),
    ...crossTalk.map(({ says }, at) => within(says, "cross-talk", at)),
    ...(relay ? [within(relay.text, "relay", 0)] : []),
    ...players.flatMap(({ private: answer, wants }, at) => [
      ...(answer ? [within(answer.answer, "private", at)] : []),
      ...(wants === undefined ? [] : [within(wants, "wants", at)]),
    ]),
  ];
}

function within(text: string, where: QuotePlace["in"], at: number): Searched {
  const find = quoteFinder(text);
  return (quote) => {
    const span = find(quote);
    return span ? [{ quote, in: where, at, ...span }] : [];
  };
}

function acrossSegments({ text, segments }: Told): Searched {
  const find = quoteFinder(text);
  return (quote) => {
    const span = find(quote);
    if (!span) return [];
    return segments.flatMap(({ start, end }, at) => {
      const [from, to] = [Math.max(start, span.start), Math.min(end, span.end)];
      return from < to ? [{ quote, in: "narration" as const, at, start: from - start, end: to - start }] : [];
    });
  };
}
