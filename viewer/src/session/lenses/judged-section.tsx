import type { CalibrationState, Quote, VerdictView } from "../../../../src/contract/index.ts";
import { asCut, Badge, decimal, moment, QuoteLink, titled } from "../../ui/index.ts";

const tones: Record<CalibrationState, "good" | "warn"> = {
  usable: "good",
  "not usable": "warn",
  stale: "warn",
};

/** The judge's scores with reasons and quotes, and whether the judge is usable. */
export function JudgedSection({
  verdict: { model, asked, rubric, at, turns, otherFamily, state, stateWhy, scores, notes },
  openQuote,
}: {
  verdict: VerdictView;
  openQuote: (quote: Quote) => void;
}) {
  return (
    <section className="judged">
      <h3>
        Judged <Badge>by {model}</Badge> <Badge tone={tones[state]}>{state}</Badge>
      </h3>
      <p className="muted small">
        {asked !== model && `Asked for: ${asked}. `}Rubric {rubric}, {turns} turns, {moment(at)}. From 1 to
        10.
        {otherFamily === false && " The judge scores its own model family."}
      </p>
      <p className={state === "usable" ? "muted small" : "doubts"}>{stateWhy}</p>
      <ul>
        {scores.map(({ metric, score, why, missing, quotes }) => (
          <li key={metric}>
            <p>
              <b className="judged-score number">{score === null ? "–" : decimal(score)}</b>
              <b>{titled(metric)}</b>
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
