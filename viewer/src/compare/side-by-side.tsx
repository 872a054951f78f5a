import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { ComparisonView, TurnView } from "../../../src/contract/index.ts";
import { turnsQuery } from "../session/queries.ts";
import { Loading, Problem } from "../ui/index.ts";
import { firstApart } from "./first-apart.ts";
import { letter } from "./letter.ts";
import { Side } from "./side.tsx";

const PAGE = 20;

/** Any two of them turn by turn, from where they part. */
export function SideBySide({ view: { sessions, firstDifference, shared } }: { view: ComparisonView }) {
  const start = Math.max(1, (firstDifference?.turn ?? (shared.branchPoint ?? 0) + 1) - 1);
  const [from, setFrom] = useState(start);
  const [chosen, setChosen] = useState<[number, number]>([0, 1]);
  const answers = useQueries({
    queries: chosen.map((at) => turnsQuery({ id: sessions[at]?.id ?? "", from, limit: PAGE, as: null })),
  });
  const error = answers.find(({ error }) => error)?.error;
  const sides = answers.map(
    ({ data }) => new Map(data?.turns.map((turn): [number, TurnView] => [turn.turn, turn])),
  );
  const turns = [...new Set(sides.flatMap((side) => [...side.keys()]))].sort((a, b) => a - b);
  // Whether they were apart before is only known where the page begins with what they share.
  const parts = from <= start ? firstApart(turns, sides) : undefined;
  const pick = (side: 0 | 1) => (
    <select
      aria-label={side === 0 ? "Left" : "Right"}
      value={chosen[side]}
      onChange={(event) =>
        setChosen(
          side === 0 ? [Number(event.target.value), chosen[1]] : [chosen[0], Number(event.target.value)],
        )
      }
    >
      {sessions.map(({ id }, at) => (
        <option key={id} value={at}>
          {letter(at)}: {id}
        </option>
      ))}
    </select>
  );
  return (
    <section className="side-by-side">
      <h2>Turn by turn</h2>
      <div className="lens-bar">
        {sessions.length > 2 && (
          <span>
            {pick(0)} beside {pick(1)}
          </span>
        )}
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
        {firstDifference && (
          <button type="button" className="quiet" onClick={() => setFrom(start)}>
            Where they part
          </button>
        )}
      </div>
      {error && <Problem error={error} />}
      {answers.some(({ isPending }) => isPending) && <Loading what="the turns" />}
      {turns.map((turn) => (
        <div key={turn} className={`turn-pair ${parts === turn ? "parting" : ""}`}>
          {parts === turn && <p className="parts-here">Here they part</p>}
          {chosen.map((at, side) => (
            <Side key={side} at={at} turn={sides[side]?.get(turn)} number={turn} />
          ))}
        </div>
      ))}
    </section>
  );
}
