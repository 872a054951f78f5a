import { useState } from "react";
import {
  itemLabel,
  type CheckedAnswer,
  type ClaimVerdict,
  type ExpectedItem,
  type Lost,
  type SemanticResult,
  type Stage,
  type TestView,
} from "../../../src/contract/index.ts";
import { amount, Icon, NOT_KNOWN, percent, score, Share } from "../ui/index.ts";

type Mark = NonNullable<Stage["lists"]>[number]["entities"][number]["mark"];
type Candidate = SemanticResult["voyage_candidates"][number];

/** Input, output and expectation. The server describes the stages of every mechanism but the semantic one. */
export const Stages = ({ last: { result, stages } }: { last: NonNullable<TestView["last"]> }) => (
  <div className="stages">
    {result.mechanism === "semantic" ? (
      <SemanticStages result={result} />
    ) : (
      stages.map((stage, at) => <DescribedStage key={stage.title} number={at + 1} stage={stage} />)
    )}
  </div>
);

const signs = { good: "check", lost: "cross", none: "dot" } as const;
const markWords: Record<Mark, string> = {
  good: "as expected",
  bad: "must not be retrieved",
  lost: "not retrieved",
  extra: "neither expected nor forbidden",
  none: "",
};

type Entity = {
  id: string;
  mark: Mark;
  /** Beside its name. */ kind?: string;
  /** Under its name. */ says?: string;
  rank?: number | undefined;
  /** At the end of its line, with a bar if it has a part of the whole. */ value?: string;
  part?: number;
  isChosen?: boolean;
};

/** Entities with their result as a sign and words, not by colour alone. */
const Entities = ({ entities }: { entities: readonly Entity[] }) => (
  <ul className="entities">
    {entities.map(({ id, mark, kind, says, rank, value, part, isChosen }, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- Two claims can be the same words.
      <li key={at} className={mark}>
        <span className={`sign ${mark}`} aria-hidden="true">
          {mark === "bad" ? "!" : mark === "extra" ? "+" : <Icon name={signs[mark]} />}
        </span>
        <span className="entity">
          {rank !== undefined && <span className="number muted">{rank}. </span>}
          {isChosen ? <b>{id}</b> : id} {kind !== undefined && <span className="muted small">{kind}</span>}
          {says !== undefined && says !== "" && <span className="words small">{says}</span>}
        </span>
        {part !== undefined && <Share of={part} />}
        {value !== undefined && <span className="number small muted">{value}</span>}
      </li>
    ))}
  </ul>
);

function DescribedStage({
  number,
  stage: { title, facts = [], matches, none, lists = [], note },
}: {
  number: number;
  stage: Stage;
}) {
  return (
    <section className="panel">
      <h2>
        {number} · {title}
      </h2>
      {facts.map(({ name, value }) => (
        <p key={name} className="small">
          <span className="muted">{name}:</span> <b>{value}</b>
        </p>
      ))}
      {matches?.length === 0 && <p className="muted">{none}</p>}
      {matches?.map(({ entity_id, by, text }) => (
        <p key={`${entity_id} ${by} ${text ?? ""}`} className="small">
          <code>{by}</code> {text !== undefined && <q>{text}</q>} <Icon name="right" /> <b>{entity_id}</b>
        </p>
      ))}
      {lists.map(({ heading, entities, none: empty }, at) => (
        <div key={at}>
          {heading !== undefined && entities.length > 0 && <h3>{heading}</h3>}
          {entities.length === 0 && empty !== undefined && <p className="muted">{empty}</p>}
          <Entities entities={entities.map((entity) => ({ ...entity, says: markWords[entity.mark] }))} />
        </div>
      ))}
      {note !== undefined && <p className="muted small">{note}</p>}
    </section>
  );
}

/** Candidates → rerank → expectations, and where each expected entity was lost. */
function SemanticStages({ result }: { result: SemanticResult }) {
  const [all, setAll] = useState(false);
  const { voyage_candidates: candidates, beyond, haiku_selections: selected } = result;
  const { expectations, metrics, answer, passages = [] } = result;
  const wanted = new Set([
    ...[...expectations.expected_primary, ...expectations.expected_secondary].map(itemLabel),
    ...passages.map(({ entity_id }) => entity_id),
  ]);
  const forbidden = new Set(expectations.not_expected.map(itemLabel));
  const markOf = (id: string): Mark => (wanted.has(id) ? "good" : forbidden.has(id) ? "bad" : "none");
  const best = Math.max(0.0001, ...candidates.map(({ score = 0 }) => score));
  const listed = (mark: (id: string) => Mark) => (one: Candidate) => ({
    id: one.entity_id,
    mark: mark(one.entity_id),
    rank: one.rank,
    isChosen: selected.includes(one.entity_id),
    part: (one.score ?? 0) / best,
    value: one.score?.toFixed(3) ?? NOT_KNOWN,
  });
  const beyondWanted = beyond.filter(({ entity_id }) => wanted.has(entity_id));
  return (
    <>
      <section className="panel">
        <h2>1 · Candidates</h2>
        <p className="muted small">
          {candidates.length === 0
            ? "The target reports no candidates"
            : `Top ${candidates.length}; selected ones in bold`}
          ; recall {percent(metrics.candidates.recall)}
        </p>
        <Entities entities={candidates.map(listed(markOf))} />
        {beyond.length > 0 && <p className="muted small">Below the cut, not reranked:</p>}
        <Entities
          entities={(all ? beyond : beyondWanted).map(listed((id) => (wanted.has(id) ? "lost" : markOf(id))))}
        />
        {beyond.length > beyondWanted.length && (
          <button type="button" className="quiet" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? "Show only expected ones" : `Show all ${beyond.length} below the cut`}
          </button>
        )}
      </section>
      <section className="panel">
        <h2>2 · Selected</h2>
        <p className="muted small">
          {selected.length} selected; recall {percent(metrics.final.recall)}, MRR {amount(metrics.final.mrr)},
          nDCG {amount(metrics.final.ndcg)}
        </p>
        <Entities
          entities={selected.map((id, at) => ({
            id,
            mark: markOf(id),
            rank: at + 1,
            value: movedWords(candidates.find(({ entity_id }) => entity_id === id)?.rank, at + 1),
          }))}
        />
      </section>
      <section className="panel">
        <h2>3 · Expected</h2>
        <Entities entities={expectedEntities(result)} />
      </section>
      {answer && <AnswerPanel answer={answer} />}
    </>
  );
}

const movedWords = (before: number | undefined, now: number): string =>
  before === undefined
    ? ""
    : before === now
      ? "stayed"
      : before > now
        ? `up from ${before}`
        : `down from ${before}`;

function expectedEntities(result: SemanticResult): Entity[] {
  const { expectations, haiku_selections: selected, lost, false_positives, rank_violations } = result;
  const { passages = [], primary_needed: needed } = result;
  const expected = (kind: string) => (item: ExpectedItem) => {
    const id = itemLabel(item);
    const place = selected.indexOf(passages.find(({ quote }) => quote === id)?.entity_id ?? id);
    const loss = lost.find(({ entity_id }) => entity_id === id);
    return {
      id,
      kind,
      mark: place >= 0 ? ("good" as const) : ("lost" as const),
      says: place >= 0 ? `retrieved at rank ${place + 1}` : loss ? lostWords(loss) : "not retrieved",
    };
  };
  return [
    ...expectations.expected_primary.map(
      expected(needed === undefined ? "primary" : `primary, ${needed} needed`),
    ),
    ...expectations.expected_secondary.map(expected("secondary")),
    ...expectations.not_expected.map(itemLabel).map((id) => ({
      id,
      kind: "must not be retrieved",
      mark: false_positives.includes(id) ? ("bad" as const) : ("none" as const),
      says: false_positives.includes(id) ? "retrieved" : "not retrieved",
    })),
    ...expectations.rank_check.map(({ higher, lower }) => {
      const isBroken = rank_violations.some(
        (one) => one.expected_higher === higher && one.expected_lower === lower,
      );
      return {
        id: `${higher} before ${lower}`,
        mark: isBroken ? ("bad" as const) : ("none" as const),
        says: isBroken
          ? "in the wrong order"
          : [higher, lower].every((id) => selected.includes(id))
            ? "in this order"
            : "not both retrieved: order not checked",
      };
    }),
  ];
}

const lostWords = ({ rank }: Lost): string =>
  rank === undefined ? "not among the reported candidates" : `not selected; candidate ${rank}`;

const claimMarks: Record<ClaimVerdict, Mark> = {
  supported: "good",
  contradicted: "bad",
  unsupported: "lost",
  void: "lost",
};

/** The second score: the answer's claims, each with the reader's quotes. */
const AnswerPanel = ({ answer: { text, reading, missing } }: { answer: CheckedAnswer }) => (
  <section className="panel">
    <h2>Answer</h2>
    {text !== undefined && <blockquote className="story">{text}</blockquote>}
    {!reading && <p className="muted">Not read: {missing?.message ?? "unknown reason"}</p>}
    {reading && (
      <>
        <p className="muted small">
          Read by {reading.reader}; faithfulness {score(reading.faithfulness)}, answered{" "}
          {score(reading.answered)} ({reading.answers.verdict}). {reading.answers.why}
        </p>
        <Entities
          entities={reading.claims.map(({ sentence, claim, verdict, quotes }) => ({
            id: claim,
            kind: `sentence ${sentence}`,
            mark: claimMarks[verdict],
            says: [
              verdict === "void" ? "not supported: the quote is not in the retrieved text" : verdict,
              ...quotes.map(
                ({ text, entity_id }) => `“${text}” (${entity_id ?? "not in the retrieved text"})`,
              ),
            ].join("; "),
          }))}
        />
      </>
    )}
  </section>
);
