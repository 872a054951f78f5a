import type { Reading, Totals } from "../../contract/index.ts";
import { labelOf, type Corpus } from "./corpus.ts";
import type { ReadCorpus } from "./run-observer-bench.ts";
import { digressionsOf, scoreReadings, type ObserverScores, type ReadSession } from "./score-readings.ts";

export type ObserverBench = ObserverScores & {
  observer: string;
  turns: { all: number; read: number; unread: Array<{ session: string; turn: number; why: string }> };
  /** The same scores, including everything that the second look refuted or could not decide. */
  withoutSecondLook: Pick<ObserverScores, "kinds" | "hardNegatives">;
  refuted: number;
  unconfirmed: number;
  /** The reader's quotes, and those that do not occur where it says. */
  quotes: number;
  voidQuotes: number;
  calls: number;
  tokensPerTurn: number | null;
  inputTokensPerTurn: number | null;
  outputTokensPerTurn: number | null;
  /** US dollars. Null: no price is known. */
  costPerTurn: number | null;
};

export function observerBench(
  { read, totals }: Pick<ReadCorpus, "read" | "totals">,
  { corpus, observer }: { corpus: Corpus; observer: string },
): ObserverBench {
  const turns = read.flatMap(({ transcript: { session }, state }) =>
    state.readings.map((reading) => ({ session, reading })),
  );
  const contents = turns.flatMap(({ reading }) => (reading.status === "read" ? [reading.content] : []));
  const findings = contents.flatMap((content) => content.findings);
  const { kinds, hardNegatives } = scoreReadings(read, {
    corpus,
    counts: ({ state }) => state !== "unscored",
  });
  return {
    observer,
    turns: {
      all: corpus.sessions.reduce((sum, session) => sum + session.turns.length, 0),
      read: contents.length,
      unread: turns.flatMap(({ session, reading }) =>
        reading.status === "unread" ? [{ session, turn: reading.turn, why: reading.why }] : [],
      ),
    },
    ...scoreReadings(read, { corpus, counts: ({ state }) => state === "confirmed" }),
    withoutSecondLook: { kinds, hardNegatives },
    refuted: findings.filter(({ state }) => state === "refuted").length,
    unconfirmed: findings.filter(({ state }) => state === "unconfirmed").length,
    quotes: contents.reduce((sum, content) => sum + quotesIn(content), 0),
    voidQuotes: contents.reduce((sum, { voidQuotes }) => sum + voidQuotes.length, 0),
    ...spent(totals, { turns: turns.length, unread: turns.length - contents.length }),
  };
}

type Content = Extract<Reading, { status: "read" }>["content"];

const quotesIn = ({
  findings,
  returned,
  strays,
  secrets,
  shared,
  payoffs,
  facts,
  voidQuotes,
}: Content): number =>
  findings.length +
  findings.filter(({ against }) => against).length +
  [returned?.quote, strays].filter((given) => given !== undefined).length +
  [secrets, shared, payoffs, facts, voidQuotes].reduce((sum, list) => sum + list.length, 0);

function spent(
  totals: readonly Totals[],
  { turns, unread }: { turns: number; unread: number },
): Pick<
  ObserverBench,
  "calls" | "tokensPerTurn" | "inputTokensPerTurn" | "outputTokensPerTurn" | "costPerTurn"
> {
  const tallies = totals.map(({ all }) => all);
  const sum = (of: (tally: Totals["all"]) => number) =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  const perTurn = (total: number) => (turns === 0 ? null : total / turns);
  const [input, output] = [sum(({ tokens }) => tokens.input), sum(({ tokens }) => tokens.output)];
  const unpriced = sum(({ unpriced, recorded }) => unpriced + (recorded?.unpriced ?? 0));
  return {
    // The journal records an unread turn as a call of its own.
    calls: totals.reduce((total, { calls }) => total + calls.completed, 0) - unread,
    tokensPerTurn: perTurn(input + output),
    inputTokensPerTurn: perTurn(input),
    outputTokensPerTurn: perTurn(output),
    costPerTurn: unpriced > 0 ? null : perTurn(sum(({ cost, recorded }) => cost + (recorded?.cost ?? 0))),
  };
}

/** All confirmed findings in some sessions, one JSON line each, with the corpus names. */
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
