import { useState } from "react";
import type { CheckedAnswer, ClaimVerdict, Lost, SemanticResult } from "../../../../src/contract/index.ts";
import { decimal, NOT_KNOWN, percent } from "../../ui/index.ts";
import { Sign, type Mark } from "./entities.tsx";

const where: Record<Lost["where"], string> = {
  "not-near": "lost in the first stage: not among the recorded candidates",
  cut: "lost at the cut: ranked below the last candidate kept",
  dropped: "lost in reranking: left out, although there was room",
  outranked: "lost in reranking: others were preferred",
  unknown: "lost at an unknown stage: not reported by the target",
};

/** In the target's own stages, if it names them. */
function lostWords({ where: at, rank, stage, next_stage }: Lost, hasStages: boolean): string {
  if (stage !== undefined)
    return `returned by ${stage} at rank ${rank}, but not ${next_stage === undefined ? "selected" : `by ${next_stage}`}`;
  if (hasStages) return "returned by no stage";
  return `${where[at]}${rank === undefined ? "" : `; candidate ${rank}`}`;
}

/** Candidates → rerank → expectations, and where each expected entity was lost. */
export function SemanticStages({ result }: { result: SemanticResult }) {
  const [all, setAll] = useState(false);
  const {
    voyage_candidates,
    beyond,
    haiku_selections,
    expectations,
    lost,
    false_positives,
    metrics,
    rank_violations,
    stages,
    answer,
  } = result;
  const expected = new Map([
    ...expectations.expected_primary.map((id) => [id, "primary"] as const),
    ...expectations.expected_secondary.map((id) => [id, "secondary"] as const),
  ]);
  const beyondWanted = beyond.filter(({ entity_id }) => expected.has(entity_id));
  const markOf = (id: string): Mark =>
    expected.has(id) ? "good" : expectations.not_expected.includes(id) ? "bad" : "none";
  const best = Math.max(0.0001, ...voyage_candidates.map(({ score = 0 }) => score));
  const chosen = new Set(haiku_selections);
  const row = (candidate: SemanticResult["voyage_candidates"][number], mark: Mark) => (
    <CandidateRow
      key={candidate.entity_id}
      candidate={candidate}
      mark={mark}
      isChosen={chosen.has(candidate.entity_id)}
      best={best}
    />
  );
  return (
    <div className="stages semantic">
      {stages?.map(({ name, found, metrics: own }, index) => (
        <section className="panel" key={name}>
          <h2>
            {index + 1} · {name}
          </h2>
          <p className="muted small">
            {found.length} returned; selected ones in bold; recall {percent(own.recall)}
          </p>
          <ol className="candidates">{found.map((one) => row(one, markOf(one.entity_id)))}</ol>
        </section>
      ))}
      {!stages && (
        <section className="panel">
          <h2>1 · Candidates</h2>
          {voyage_candidates.length === 0 ? (
            <p className="muted">
              The target reports no candidates; recall {percent(metrics.candidates.recall)}
            </p>
          ) : (
            <p className="muted small">
              Top {voyage_candidates.length}; selected ones in bold; recall{" "}
              {percent(metrics.candidates.recall)}
            </p>
          )}
          <ol className="candidates">
            {voyage_candidates.map((one) => row(one, markOf(one.entity_id)))}
            {beyond.length > 0 && <li className="cut small">cut: entities below were not reranked</li>}
            {/* Expected entities below the cut were lost there. */}
            {(all ? beyond : beyondWanted).map((one) =>
              row(one, expected.has(one.entity_id) ? "lost" : markOf(one.entity_id)),
            )}
          </ol>
          {beyond.length > beyondWanted.length && (
            <button type="button" className="quiet start" onClick={() => setAll(!all)} aria-expanded={all}>
              {all ? "Show only expected ones" : `Show all ${beyond.length} below the cut`}
            </button>
          )}
        </section>
      )}
      <section className="panel">
        <h2>{(stages?.length ?? 1) + 1} · Selected</h2>
        <p className="muted small">
          {haiku_selections.length} selected; recall {percent(metrics.final.recall)}, MRR{" "}
          {decimal(metrics.final.mrr, 2)}, nDCG {decimal(metrics.final.ndcg, 2)}
        </p>
        {haiku_selections.length === 0 && <p className="muted">Nothing was selected.</p>}
        <ol className="candidates">
          {haiku_selections.map((id, index) => (
            <li key={id} className={markOf(id)}>
              <span className="rank number">{index + 1}</span>
              <Sign mark={markOf(id)} />
              <span className="entity">{id}</span>
              <span className="small muted">
                {from(voyage_candidates.find(({ entity_id }) => entity_id === id)?.rank, index + 1)}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className="panel">
        <h2>{(stages?.length ?? 1) + 2} · Expected</h2>
        <ul className="expected">
          {[...expected].map(([id, kind]) => {
            const loss = lost.find(({ entity_id }) => entity_id === id);
            const place = haiku_selections.indexOf(id);
            return (
              <li key={id} className={place >= 0 ? "good" : "lost"}>
                <Sign mark={place >= 0 ? "good" : "lost"} />
                <span className="entity">
                  {id} <span className="muted small">{kind}</span>
                </span>
                <span className="small words">
                  {place >= 0
                    ? `retrieved at rank ${place + 1}`
                    : loss
                      ? lostWords(loss, stages !== undefined)
                      : "not retrieved"}
                </span>
              </li>
            );
          })}
          {expectations.not_expected.map((id) => (
            <li key={id} className={false_positives.includes(id) ? "bad" : "none"}>
              <Sign mark={false_positives.includes(id) ? "bad" : "none"} />
              <span className="entity">
                {id} <span className="muted small">must not be retrieved</span>
              </span>
              <span className="small words">
                {false_positives.includes(id) ? "retrieved" : "not retrieved"}
              </span>
            </li>
          ))}
          {expectations.rank_check.map(({ higher, lower }) => {
            const broken = rank_violations.some(
              (one) => one.expected_higher === higher && one.expected_lower === lower,
            );
            return (
              <li key={`${higher} ${lower}`} className={broken ? "bad" : "none"}>
                <Sign mark={broken ? "bad" : "none"} />
                <span className="entity">
                  {higher} <span className="muted small">before</span> {lower}
                </span>
                <span className="small words">
                  {broken
                    ? "in the wrong order"
                    : [higher, lower].every((id) => chosen.has(id))
                      ? "in this order"
                      : "not both retrieved: order not checked"}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
      {answer && <AnswerPanel answer={answer} />}
    </div>
  );
}

const claimMarks: Record<ClaimVerdict, Mark> = {
  supported: "good",
  contradicted: "bad",
  unsupported: "lost",
  void: "lost",
};

/** The second score: the answer's claims, each with the reader's quotes. */
function AnswerPanel({ answer: { text, reading, missing } }: { answer: CheckedAnswer }) {
  return (
    <section className="panel">
      <h2>Answer</h2>
      {text !== undefined && <blockquote>{text}</blockquote>}
      {!reading && <p className="muted">Not read: {missing?.message ?? "unknown reason"}</p>}
      {reading && (
        <>
          <p className="muted small">
            Read by {reading.reader}; faithfulness {decimal(reading.faithfulness)}, answered{" "}
            {decimal(reading.answered)} ({reading.answers.verdict}). {reading.answers.why}
          </p>
          <ul className="expected">
            {reading.claims.map(({ sentence, claim, verdict, quotes }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- Two claims can be the same words.
              <li key={index} className={claimMarks[verdict]}>
                <Sign mark={claimMarks[verdict]} />
                <span className="entity">
                  {claim} <span className="muted small">sentence {sentence}</span>
                </span>
                <span className="small words">
                  {verdict === "void" ? "not supported: the quote is not in the retrieved text" : verdict}
                  {quotes.map(
                    ({ text: quote, entity_id }) =>
                      `; “${quote}” (${entity_id ?? "not in the retrieved text"})`,
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const from = (before: number | undefined, now: number): string =>
  before === undefined
    ? ""
    : before === now
      ? "stayed"
      : before > now
        ? `up from ${before}`
        : `down from ${before}`;

/** One candidate of the first stage, its score relative to the best. */
function CandidateRow({
  candidate: { entity_id, rank, score },
  mark,
  isChosen,
  best,
}: {
  candidate: SemanticResult["voyage_candidates"][number];
  mark: Mark;
  isChosen: boolean;
  best: number;
}) {
  return (
    <li className={`${mark} ${isChosen ? "went-on" : ""}`}>
      <span className="rank number">{rank}</span>
      <Sign mark={mark} />
      <span className="entity">{entity_id}</span>
      <span className="score-track" aria-hidden="true">
        <span style={{ width: `${Math.max(0, ((score ?? 0) / best) * 100)}%` }} />
      </span>
      <span className="number small">{score === undefined ? NOT_KNOWN : score.toFixed(3)}</span>
    </li>
  );
}
