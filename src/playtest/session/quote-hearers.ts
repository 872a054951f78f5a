/** The words that a finding quotes, to the end of their sentence, and who heard them. */
import type { Audience, Quote, TurnRecord } from "../../contract/index.ts";
import { findQuote, splitSentences, type Span } from "../../kernel/text/index.ts";

/** The same findings; each quote with its hearers. */
export const withHearers = <Found extends { evidence: Quote[] }>(
  issues: readonly Found[],
  records: readonly TurnRecord[],
): Found[] => {
  const byTurn = new Map(records.map((record) => [record.turn, record]));
  return issues.map((issue) => ({
    ...issue,
    evidence: issue.evidence.map((quote) => {
      const record = byTurn.get(quote.turn);
      return { ...quote, ...(record && heardIn(quote.text, record)) };
    }),
  }));
};

/** `to` null: everybody. Undefined: the words are in no text of the turn. */
function heardIn(
  quote: string,
  { narrator, classification, players, crossTalk = [], relay }: TurnRecord,
): Pick<Quote, "text" | "to"> | undefined {
  const span = findQuote(narrator.text, quote);
  if (span) {
    const parts = classification.segments.filter(({ start, end }) => start < span.end && span.start < end);
    // A marker between parts is not quoted.
    const isWhole = parts.every(({ start }, at) => at === 0 || start === parts[at - 1]!.end);
    const within = isWhole && parts.at(-1);
    return {
      text: within ? toSentenceEnd(quote, narrator.text, { span, within }) : quote,
      to: common(parts.map(({ audience }) => audience)),
    };
  }
  const spoken = (texts: ReadonlyArray<string | undefined>, to: number[] | null) =>
    texts.flatMap((text = "") => {
      const span = findQuote(text, quote);
      return span
        ? [{ text: toSentenceEnd(quote, text, { span, within: { start: 0, end: text.length } }), to }]
        : [];
    });
  return [
    ...spoken([...players.map(({ says }) => says), ...crossTalk.map(({ says }) => says), relay?.text], null),
    ...players.flatMap(({ seat, wants, private: moment }) => spoken([wants, moment?.answer], [seat])),
  ][0];
}

/** Longer ones stay as they are. */
const LONGEST = 600;

/** `within`: words that the same people heard. */
function toSentenceEnd(quote: string, text: string, { span, within }: { span: Span; within: Span }): string {
  const heard = text.slice(within.start, within.end);
  const sentence = splitSentences(heard).find(({ end }) => within.start + end >= span.end);
  const end = within.start + heard.slice(0, sentence?.end ?? 0).trimEnd().length;
  const opening = /["“‘'(*_]*$/.exec(text.slice(0, span.start))![0].length;
  return end >= span.end && end - span.start <= LONGEST ? text.slice(span.start - opening, end) : quote;
}

/** Those who heard every part. Markers belong to no part, and nobody heard them. */
function common(audiences: readonly Audience[]): number[] | null {
  const told = audiences.filter((audience) => audience !== "all");
  if (told.length === 0) return audiences.length === 0 ? [] : null;
  return told.reduce((first, next) => first.filter((seat) => next.includes(seat)));
}
