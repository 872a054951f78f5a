import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ComparisonView, TurnView } from "../../../src/contract/index.ts";
import { turnsQuery } from "../session/session-queries.ts";
import { Loading, Problem, words } from "../ui/index.ts";
import { letter } from "./compare-link.ts";
import { markedSides } from "./marked-sides.ts";

const PAGE = 20;

/** Any two sessions turn by turn, from where they diverge. */
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
  // The first difference is known only if the page starts at or before it.
  const parts = from <= start ? firstApart(turns, sides) : undefined;
  const parting = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(0);
  // Also if its turns are already shown, and again if they arrive later.
  useEffect(() => {
    if (asked === 0 || parts === undefined) return;
    parting.current?.scrollIntoView({ block: "center" });
    parting.current?.focus({ preventScroll: true });
  }, [asked, parts]);
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
          <button
            type="button"
            className="quiet"
            onClick={() => {
              setFrom(start);
              setAsked((times) => times + 1);
            }}
          >
            First difference
          </button>
        )}
      </div>
      {error && <Problem error={error} />}
      {answers.some(({ isPending }) => isPending) && <Loading what="the turns" />}
      {turns.map((turn) => (
        <div
          key={turn}
          className={`turn-pair ${parts === turn ? "parting" : ""}`}
          {...(parts === turn && { ref: parting, tabIndex: -1 })}
        >
          {parts === turn && <p className="parts-here">First difference</p>}
          {chosen.map((at, side) => (
            <Side
              key={side}
              at={at}
              turn={sides[side]?.get(turn)}
              beside={sides[1 - side]?.get(turn)}
              side={side}
              number={turn}
            />
          ))}
        </div>
      ))}
    </section>
  );
}

/** One session's side of a turn. Where both sides say almost the same, the words that differ are marked. */
function Side({
  at,
  turn,
  beside,
  side,
  number,
}: {
  at: number;
  turn: TurnView | undefined;
  beside: TurnView | undefined;
  side: number;
  number: number;
}) {
  return (
    <article className="side" aria-label={`${letter(at)}, turn ${number}`}>
      <header>
        <b className={`arm arm-${at % 6}`}>{letter(at)}</b> <span className="turn-number">{number}</span>{" "}
        <span className="turn-title">{turn?.title}</span>
        {turn && turn.issues.length > 0 && (
          <span className="problem-text small">{turn.issues.map(({ type }) => words(type)).join(", ")}</span>
        )}
      </header>
      {turn ? (
        <>
          {turn.narration.map(({ text, to }, part) => (
            <p key={part} className={`narration ${to ? "private" : ""}`}>
              <Words text={text} beside={beside?.narration[part]?.text} side={side} />
            </p>
          ))}
          {turn.relay && (
            <p className="relay">
              <Words text={turn.relay.text} beside={beside?.relay?.text} side={side} />
            </p>
          )}
        </>
      ) : (
        <p className="muted small">This session has no turn {number}.</p>
      )}
    </article>
  );
}

function Words({ text, beside, side }: { text: string; beside: string | undefined; side: number }) {
  const parts = useMemo(
    () =>
      beside === undefined
        ? undefined
        : side === 0
          ? markedSides(text, beside)?.[0]
          : markedSides(beside, text)?.[1],
    [text, beside, side],
  );
  if (!parts) return text;
  return parts.map(({ text, differs }, at) =>
    differs ? (
      <mark key={at} className="other-word">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/** The first turn that both have and that differs. */
export function firstApart(
  turns: readonly number[],
  [a, b]: ReadonlyArray<ReadonlyMap<number, TurnView>>,
): number | undefined {
  return turns.find((turn) => {
    const [one, other] = [a?.get(turn), b?.get(turn)];
    return one && other && said(one) !== said(other);
  });
}

const said = ({ narration, players, crossTalk = [], relay }: TurnView): string =>
  JSON.stringify([
    narration.map(({ text }) => text),
    players.map(({ says, wants, tells }) => [says, wants, tells?.text]),
    crossTalk.map(({ seat, says }) => [seat, says]),
    relay?.text,
  ]);
