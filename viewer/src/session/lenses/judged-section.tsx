import type { CalibrationState, Quote, VerdictView } from "../../../../src/contract/index.ts";
import { asCut, Badge, decimal, moment, QuoteLink, titled } from "../../ui/index.ts";

const tones: Record<CalibrationState, "good" | "calm" | "warn"> = {
  trusted: "good",
  calibrated: "calm",
  uncalibrated: "warn",
  stale: "warn",
};

/** The judge's scores with reasons and quotes, and whether the judge can be trusted in each. */
export function JudgedSection({
  verdict: { model, asked, rubric, at, turns, otherFamily, scores, notes },
  openQuote,
}: {
  verdict: VerdictView;
  openQuote: (quote: Quote) => void;
}) {
  return (
    <section className="judged">
      <h3>
        Judged <Badge>by {model}</Badge>
      </h3>
      <p className="muted small">
        {asked !== model && `Asked for: ${asked}. `}Rubric {rubric}, {turns} turns, {moment(at)}. From 1 to
        10.
        {otherFamily === false && " The judge scores its own model family."}
      </p>
      {trustWords(scores).map((line) => (
        <p key={line} className="doubts">
          {line}
        </p>
      ))}
      <ul>
        {scores.map(({ metric, score, why, missing, quotes, state, stateWhy }) => (
          <li key={metric}>
            <p>
              <b className="judged-score number">{score === null ? "–" : decimal(score)}</b>
              <b>{titled(metric)}</b>{" "}
              <Badge tone={tones[state]} title={stateWhy}>
                {state}
              </Badge>
            </p>
            <p className="small">{score === null ? `No score: ${missing ?? why}` : why}</p>
            {quotes.map((quote, place) => (
              <QuoteLink
                key={place}
                turn={quote.turn}
                text={asCut(quote.text)}
                open={() => openQuote(quote)}
              />
            ))}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
    </section>
  );
}

/** One line for each reason not to trust scores, with the metrics that it holds for. */
function trustWords(scores: VerdictView["scores"]): string[] {
  const doubtful = scores.filter(
    ({ score, state }) => score !== null && (state === "uncalibrated" || state === "stale"),
  );
  const scored = scores.filter(({ score }) => score !== null).length;
  return [...Map.groupBy(doubtful, ({ state, stateWhy }) => `${state}: ${stateWhy}`)].map(
    ([reason, same]) =>
      `Not trusted (${same.length === scored ? "all scores" : same.map(({ metric }) => titled(metric).toLowerCase()).join(", ")}), ${reason}.`,
  );
}
