import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ComparisonView, TurnView } from "../../../src/contract/index.ts";
import { findingsOf, notesByTurn, notesIn } from "../session/findings.ts";
import { turnsQuery } from "../session/session-queries.ts";
import { Loading, Problem } from "../ui/index.ts";
import { Side } from "./side.tsx";

const PAGE = 20;

/** Two sessions turn by turn, from where they diverge. */
export function SideBySide({ view: { sessions, firstDifference, branchPoint } }: { view: ComparisonView }) {
  const start = Math.max(1, (firstDifference ?? (branchPoint ?? 0) + 1) - 1);
  const [from, setFrom] = useState(start);
  /** The finding that is marked, of one of the sessions. */
  const [chosen, setChosen] = useState<{ at: number; key: string; turn: number } | null>(null);
  const answers = useQueries({
    queries: sessions.map(({ id }) => turnsQuery({ id, from, limit: PAGE, as: null })),
  });
  const error = answers.find(({ error }) => error)?.error;
  const sides = answers.map(
    ({ data }) => new Map(data?.turns.map((turn): [number, TurnView] => [turn.turn, turn])),
  );
  const turns = [...new Set(sides.flatMap((side) => [...side.keys()]))].sort((a, b) => a - b);
  const notes = useMemo(() => sessions.map((session) => notesByTurn(findingsOf(session))), [sessions]);
  const marked = useMemo(
    () =>
      sessions.map((_, at) => ({ key: chosen?.at === at ? chosen.key : null, quotes: new Set<string>() })),
    [sessions, chosen],
  );
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!chosen) return;
    const pair = section.current?.querySelector(`[data-turn="${chosen.turn}"]`);
    pair?.querySelector("mark.chosen")?.scrollIntoView({ block: "center" });
  }, [chosen]);

  return (
    <section className="side-by-side" ref={section}>
      <h2>Turn by turn</h2>
      <div className="lens-bar">
        <button type="button" disabled={from <= 1} onClick={() => setFrom(Math.max(1, from - PAGE))}>
          Earlier turns
        </button>
        <button
          type="button"
          disabled={!answers.some(({ data }) => data && data.next !== null)}
          onClick={() => setFrom((turns.at(-1) ?? from) + 1)}
        >
          Later turns
        </button>
        {firstDifference !== null && (
          <button type="button" className="quiet" onClick={() => setFrom(start)}>
            First difference
          </button>
        )}
      </div>
      {error && <Problem error={error} />}
      {answers.some(({ isPending }) => isPending) && <Loading what="the turns" />}
      {turns.map((number) => (
        <div
          key={number}
          data-turn={number}
          className={`turn-pair ${number === firstDifference ? "parting" : ""}`}
        >
          {number === firstDifference && <p className="parts-here">First difference</p>}
          {sessions.map(({ id, branchedFrom, players }, at) => {
            const turn = sides[at]?.get(number);
            const inherited = branchedFrom?.turn ?? 0;
            return (
              <Side
                key={id}
                at={at}
                number={number}
                turn={turn}
                names={players}
                notes={turn ? notesIn(turn, { inherited, notes: notes[at]! }) : []}
                chosen={marked[at]!}
                onFinding={({ key }, turn) => setChosen({ at, key, turn })}
              />
            );
          })}
        </div>
      ))}
    </section>
  );
}
