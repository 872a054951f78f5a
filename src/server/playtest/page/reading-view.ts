/** What a reader noted in a turn. */
import type { ReadingContent, TurnReading } from "../../../contract/index.ts";
import { whyUnconfirmed, type SessionState } from "../../../playtest/index.ts";

/** Undefined if the turn was not read, or the reader noted nothing. */
export function readingView(turn: number, readings: SessionState["readings"]): TurnReading | undefined {
  const reading = readings.find((each) => each.turn === turn);
  if (reading?.status !== "read") return undefined;
  const { digression, privately, payoffs, findings } = reading.content;
  const hints = findings
    .filter(({ state }) => state !== "confirmed")
    .map(({ kind, quote, state, defence }) => ({
      kind,
      quote: quote.text,
      state,
      why: state === "unconfirmed" ? whyUnconfirmed(reading) : (defence ?? whyHint[state]),
    }));
  const isEmpty =
    Object.keys(digression).length === 0 && [privately, payoffs, hints].every((part) => part.length === 0);
  return isEmpty ? undefined : { by: reading.answeredBy.reader, digression, privately, payoffs, hints };
}

const whyHint: Record<Exclude<ReadingContent["findings"][number]["state"], "unconfirmed">, string> = {
  confirmed: "",
  refuted: "the second look disagreed",
  unsure: "the reader's confidence was below 0.5",
};
