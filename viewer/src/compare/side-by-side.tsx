import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { ComparisonView, TurnView } from "../../../src/contract/playtest-api.ts";
import { turnsQuery } from "../session/queries.ts";
import { Loading, Problem } from "../ui/index.ts";
import { letter } from "./letter.ts";

const PAGE = 20;

/** The first two turn by turn, from where they part. */
export function SideBySide({ view: { sessions, firstDifference, shared } }: { view: ComparisonView }) {
  const parts = firstDifference?.turn ?? (shared.branchPoint ?? 0) + 1;
  const [from, setFrom] = useState(Math.max(1, parts - 1));
  const pair = sessions.slice(0, 2);
  const answers = useQueries({ queries: pair.map(({ id }) => turnsQuery({ id, from, limit: PAGE, as: null })) });
  const error = answers.find(({ error }) => error)?.error;
  if (error) return <Problem error={error} />;
  if (answers.some(({ isPending }) => isPending)) return <Loading what="the turns" />;
  const sides = answers.map(({ data }) => new Map(data?.turns.map((turn) => [turn.turn, turn])));
  const turns = [...new Set(sides.flatMap((side) => [...side.keys()]))].sort((a, b) => a - b);
  const last = turns.at(-1) ?? from;
  const more = answers.some(({ data }) => (data?.turns.length ?? 0) >= PAGE);
  return (
    <section className="side-by-side">
      <h2>Turn by turn</h2>
      <div className="lens-bar">
        <button type="button" disabled={from <= 1} onClick={() => setFrom(Math.max(1, from - PAGE))}>
          Earlier turns
        </button>
        <button type="button" disabled={!more} onClick={() => setFrom(last + 1)}>
          Later turns
        </button>
        <button type="button" className="quiet" onClick={() => setFrom(Math.max(1, parts - 1))}>
          Where they part
        </button>
      </div>
      {turns.map((turn) => (
        <div key={turn} className="turn-pair">
          {firstDifference?.turn === turn && <p className="parts-here">Here they part: what the {firstDifference.where === "relay" ? "spokesperson" : firstDifference.where} said is not the same.</p>}
          {pair.map(({ id }, at) => (
            <Side key={id} name={letter(at)} at={at} turn={sides[at]?.get(turn)} number={turn} />
          ))}
        </div>
      ))}
    </section>
  );
}

function Side({ name, at, turn, number }: { name: string; at: number; turn: TurnView | undefined; number: number }) {
  return (
    <article className="side" aria-label={`${name}, turn ${number}`}>
      <header>
        <b className={`arm arm-${at}`}>{name}</b> <span className="turn-number">{number}</span> <span className="turn-title">{turn?.title}</span>
        {turn && turn.issues.length > 0 && <span className="problem-text small">{turn.issues.map(({ type }) => type).join(", ")}</span>}
      </header>
      {turn ? (
        <>
          {turn.narration.map(({ text, to }, at) => (
            <p key={at} className={`narration ${to ? "private" : ""}`}>
              {text}
            </p>
          ))}
          {turn.relay && <p className="relay">{turn.relay.text}</p>}
        </>
      ) : (
        <p className="muted small">It has no turn {number}.</p>
      )}
    </article>
  );
}
