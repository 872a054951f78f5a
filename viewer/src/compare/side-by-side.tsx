import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ComparisonView, TurnView } from "../../../src/contract/index.ts";
import { findingsOf, notesByTurn, notesIn, type Finding } from "../session/findings.ts";
import { turnsQuery } from "../session/session-queries.ts";
import { Loading, Problem, useAddress } from "../ui/index.ts";
import { findingIn, letter, namedFinding } from "./compare-link.ts";
import { Side } from "./side.tsx";

const PAGE = 20;
const names = ["finding", "turn"] as const;

/** Where to scroll: to the first difference, or to a finding of one session. Each request is a new object. */
type Goal = { to: "difference" } | { to: "finding"; at: number; turn: number };

/** Any two sessions turn by turn, from where they diverge, or from the finding in the address. */
export function SideBySide({ view: { sessions, firstDifference, branchPoint } }: { view: ComparisonView }) {
  const start = Math.max(1, (firstDifference?.turn ?? (branchPoint ?? 0) + 1) - 1);
  const [from, setFrom] = useState(start);
  const [compared, setCompared] = useState<readonly [number, number]>([0, 1]);
  const [goal, setGoal] = useState<Goal | null>(null);
  const { values, set } = useAddress(names);
  const chosen = useMemo(() => findingIn(values, sessions.length), [values, sessions.length]);
  const answers = useQueries({
    queries: compared.map((at) => turnsQuery({ id: sessions[at]?.id ?? "", from, limit: PAGE, as: null })),
  });
  const error = answers.find(({ error }) => error)?.error;
  const sides = answers.map(
    ({ data }) => new Map(data?.turns.map((turn): [number, TurnView] => [turn.turn, turn])),
  );
  const turns = [...new Set(sides.flatMap((side) => [...side.keys()]))].sort((a, b) => a - b);
  // The first difference is known only if the page starts at or before it.
  const parts = from <= start ? firstApart(turns, sides) : undefined;
  const notes = useMemo(() => sessions.map((session) => notesByTurn(findingsOf(session))), [sessions]);
  const marked = useMemo(
    () =>
      sessions.map((_, at) => ({ key: chosen?.at === at ? chosen.key : null, quotes: new Set<string>() })),
    [sessions, chosen],
  );

  useEffect(() => {
    if (!chosen) return;
    const { at, turn } = chosen;
    setCompared((before) => (before.includes(at) ? before : at === 0 ? [0, before[1]] : [before[0], at]));
    setFrom((before) => (turn >= before && turn < before + PAGE ? before : Math.max(1, turn - 1)));
    setGoal({ to: "finding", at, turn });
  }, [chosen]);
  const section = useRef<HTMLElement>(null);
  const wanted = goal?.to === "finding" ? goal.turn : goal ? parts : undefined;
  const isShown =
    wanted !== undefined &&
    (goal?.to !== "finding" || (sides[compared.indexOf(goal.at)]?.has(wanted) ?? false));
  // Also if its turns are already shown, and again if they arrive later.
  useEffect(() => {
    if (!goal || !isShown) return;
    const pair = section.current?.querySelector<HTMLElement>(`[data-turn="${wanted}"]`);
    const side = goal.to === "finding" ? pair?.querySelector(`[data-at="${goal.at}"]`) : null;
    (side?.querySelector("mark.chosen") ?? side ?? pair)?.scrollIntoView({ block: "center" });
    pair?.focus({ preventScroll: true });
  }, [goal, wanted, isShown]);

  const open = (at: number, { key }: Finding, turn: number) => {
    set({ finding: namedFinding(at, key), turn });
    setGoal({ to: "finding", at, turn });
  };
  const pick = (side: 0 | 1) => (
    <select
      aria-label={side === 0 ? "Left" : "Right"}
      value={compared[side]}
      onChange={({ target: { value } }) =>
        setCompared(side === 0 ? [Number(value), compared[1]] : [compared[0], Number(value)])
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
    <section className="side-by-side" ref={section}>
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
              setGoal({ to: "difference" });
            }}
          >
            First difference
          </button>
        )}
      </div>
      {error && <Problem error={error} />}
      {answers.some(({ isPending }) => isPending) && <Loading what="the turns" />}
      {turns.map((number) => (
        <div
          key={number}
          className={`turn-pair ${parts === number ? "parting" : ""}`}
          data-turn={number}
          tabIndex={-1}
        >
          {parts === number && <p className="parts-here">First difference</p>}
          {compared.map((at, side) => {
            const turn = sides[side]?.get(number);
            const inherited = sessions[at]?.branchedFrom?.turn ?? 0;
            return (
              <Side
                key={side}
                at={at}
                side={side}
                number={number}
                turn={turn}
                beside={sides[1 - side]?.get(number)}
                notes={turn ? notesIn(turn, { inherited, notes: notes[at]! }) : []}
                chosen={marked[at]!}
                onFinding={(finding, turn) => open(at, finding, turn)}
              />
            );
          })}
        </div>
      ))}
    </section>
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
    players.map(({ says, wants }) => [says, wants]),
    crossTalk.map(({ seat, says }) => [seat, says]),
    relay?.text,
  ]);
