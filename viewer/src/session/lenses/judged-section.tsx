import type { CalibrationState, Quote, VerdictView } from "../../../../src/contract/index.ts";
import { amount, Badge, moment, Quotes, titled } from "../../ui/index.ts";

const tones: Record<CalibrationState, "good" | "warn"> = {
  usable: "good",
  "not usable": "warn",
  "not calibrated": "warn",
};

/** The judge's scores with reasons and quotes, and whether the judge is usable. */
export function JudgedSection({
  verdict: { key, judge, rubric, at, turns, state, stateWhy, scores, notes },
  openQuote,
}: {
  verdict: VerdictView;
  openQuote: (quote: Quote) => void;
}) {
  const { model } = key;
  const { asked, otherFamily } = judge;
  return (
    <section className="judged">
      <h2>
        Judged <Badge>by {model}</Badge> <Badge tone={tones[state]}>{state}</Badge>
      </h2>
      <p className="muted small">
        {asked !== model && `Requested: ${asked}. `}Rubric {rubric}, {turns} turns, {moment(at)}. From 1 to
        10.
        {otherFamily === false && " The judge scores its own model family."}
      </p>
      <p className={state === "usable" ? "muted small" : "doubts"}>{stateWhy}</p>
      <ul>
        {Object.entries(scores).map(([metric, { score, why, missing, quotes }]) => (
          <li key={metric}>
            <p>
              <b className="judged-score number">{amount(score)}</b>
              <b>{titled(metric)}</b>
            </p>
            <p className="small">{score === null ? `No score: ${missing ?? why}` : why}</p>
            <Quotes quotes={quotes} open={openQuote} />
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
