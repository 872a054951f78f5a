import { digressionsOf } from "./digressions.ts";
import { labelOf } from "./labels.ts";
import type { ReadSession } from "./score-readings.ts";

/** Everything confirmed that was found in some sessions, one JSON line each, in the names of the corpus. */
export function findingLines(sessions: readonly ReadSession[]): string {
  const found = sessions.flatMap(({ transcript: { session, table }, state }) => {
    const digressions = digressionsOf(state);
    return state.readings.flatMap((reading) => {
      if (reading.status !== "read") return [];
      const { turn, content } = reading;
      const at = { session, turn };
      return [
        ...content.findings
          .filter(({ state }) => state === "confirmed")
          .map(({ kind, quote, against, claim, confidence }) => ({
            ...at,
            type: labelOf(kind),
            quote: quote.text,
            ...(against && { against: against.text, againstTurn: against.turn }),
            confidence,
            claim,
          })),
        ...content.secrets.map(({ to, quote }) => {
          const names = to.map((seat) => table.names[seat]!);
          return { ...at, type: "private", quote, to: names.length === 1 ? names[0]! : names };
        }),
        ...digressions
          .filter(({ start }) => start === turn)
          .map(({ quote, initiator, ends, how, woven }) => ({
            ...at,
            type: "tangent",
            quote,
            initiator,
            ends,
            how,
            woven,
          })),
      ];
    });
  });
  return found.map((line) => `${JSON.stringify(line)}\n`).join("");
}
