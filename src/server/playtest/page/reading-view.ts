/** What a reader noted in a turn, with the texts behind its ids. */
import type { Reading, ReadingContent, TurnReading } from "../../../contract/index.ts";
import type { SessionState } from "../../../playtest/index.ts";

type Read = Extract<Reading, { status: "read" }>;

/** Undefined if the turn was not read, or the reader noted nothing. */
export function readingView(turn: number, readings: SessionState["readings"]): TurnReading | undefined {
  const reads = readings.filter((reading): reading is Read => reading.status === "read");
  const reading = reads.find((each) => each.turn === turn);
  if (!reading) return undefined;
  const { requests, asks, strays, returned, secrets, shared, payoffs, findings, unconfirmedWhy } =
    reading.content;
  const asked = new Map(reads.flatMap(({ content }) => content.asks.map(({ id, text }) => [id, text])));
  const view: Omit<TurnReading, "by"> = {
    requests: requests.map(({ id, outcome }) => ({ text: asked.get(id) ?? id, turn: turnOf(id), outcome })),
    asks: asks.map(({ text }) => text),
    ...(strays && { strays }),
    ...(returned && { returned }),
    secrets: secrets.map(({ to, quote }) => ({ to, quote })),
    shared: shared.map(ofTurn),
    payoffs: payoffs.map(ofTurn),
    hints: findings
      .filter(({ state }) => state !== "confirmed")
      .map(({ kind, quote, state }) => ({
        kind,
        quote: quote.text,
        state,
        why: state === "unconfirmed" ? (unconfirmedWhy ?? whyHint.unconfirmed) : whyHint[state],
      })),
  };
  const isEmpty = Object.values(view).every((part) => Array.isArray(part) && part.length === 0);
  return isEmpty ? undefined : { by: reading.answeredBy.reader, ...view };
}

const whyHint: Record<ReadingContent["findings"][number]["state"], string> = {
  confirmed: "",
  refuted: "the second look disagreed",
  unconfirmed: "there was no second look",
  unscored: "this kind has no measured error rate",
};

/** `s4.1`, `r4.1`: the turn in which it was told or asked. */
const turnOf = (id: string): number => Math.max(1, Number(/^[a-z](\d+)\./.exec(id)?.[1] ?? 1));
const ofTurn = ({ id, quote }: { id: string; quote: string }) => ({ turn: turnOf(id), quote });
