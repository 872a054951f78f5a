import { useEffect, useMemo, useRef } from "react";
import type { SessionView, Note as SessionNote } from "../../../../src/contract/index.ts";
import { Empty, Problem } from "../../ui/index.ts";
import { fromTurnOf } from "../../replay/index.ts";
import { notesByTurn, notesIn, type Finding } from "../findings.ts";
import { OpenFinding } from "./passage.tsx";
import type { Chosen } from "./passages.ts";
import { TurnBlock } from "./turn-block.tsx";
import { useHeldScroll } from "./use-held-scroll.ts";
import { useTurnPages } from "./use-turn-pages.ts";
import "./transcript.css";
import "./notes.css";

/** A request to scroll to a turn. Asking for the same turn twice makes two requests. */
export type Target = { turn: number; request: number };

type TranscriptProps = {
  view: SessionView;
  names: readonly string[];
  findings: readonly Finding[];
  chosen: Chosen;
  target: Target | null;
  reading: number | null;
  onRead: (turn: number) => void;
  /** Shows a finding at one of the turns that it quotes. */
  onFinding: (finding: Finding, turn: number) => void;
  onReplay?: (turn: number) => void;
  onIssue?: (turn: number) => void;
};

/** All turns are in the page, so that the browser's own search finds them; only those in view are laid out. */
export function Transcript({
  view,
  names,
  findings,
  chosen,
  target,
  reading,
  onRead,
  onFinding,
  onReplay,
  onIssue,
}: TranscriptProps) {
  const { card, turns: marks, as } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { turns, error, retry } = useTurnPages({ id: card.id, marks, as, near: reading });
  const notes = useMemo(() => notesByTurn(findings), [findings]);
  const sessionNotes = useMemo(() => byTurn(view.result.notes), [view.result.notes]);
  const inherited = as === null ? fromTurnOf(card) : 0;
  const read = (index: number) => {
    const turn = marks[index]?.turn;
    if (turn !== undefined && turn !== reading) onRead(turn);
  };
  const { hold, renew, handlers } = useHeldScroll({
    scroller,
    list,
    last: marks.length - 1,
    onRead: read,
  });
  useEffect(() => {
    const index = target === null ? -1 : marks.findIndex(({ turn }) => turn === target.turn);
    if (index >= 0) hold(index);
    // `marks` is left out: it grows during play, which must not scroll again.
  }, [target, hold]);
  const near = marks.findIndex(({ turn }) => turn === reading);
  const isLoaded = target === null || turns.has(target.turn);
  useEffect(renew, [isLoaded, renew]);

  if (marks.length === 0)
    return <Empty title="No turns yet">The first turn appears here when it is saved.</Empty>;
  return (
    <OpenFinding value={onFinding}>
      <div
        className="transcript"
        id="transcript"
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label="Transcript"
        {...handlers}
      >
        {error && <Problem error={error} onRetry={retry} />}
        <div className="turn-list" ref={list}>
          {marks.map((mark, index) => {
            const { turn: number } = mark;
            const turn = turns.get(number);
            return (
              <div key={number} className="turn-place" data-turn={number}>
                {turn ? (
                  <TurnBlock
                    mark={mark}
                    turn={turn}
                    names={names}
                    notes={notesIn(turn, { inherited, notes })}
                    chosen={chosen}
                    sessionNotes={sessionNotes.get(number) ?? none}
                    isInherited={number <= inherited}
                    current={reading === number}
                    onReplay={onReplay}
                    onIssue={onIssue}
                  />
                ) : (
                  // The browser skips what is out of view, but each element still has a cost.
                  Math.abs(index - near) < NEAR && <p className="skeleton" aria-hidden="true" />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </OpenFinding>
  );
}

const none: never[] = [];
/** Turns around the current one that show that they are being loaded. */
const NEAR = 4;

const byTurn = (notes: readonly SessionNote[]): Map<number, SessionNote[]> => {
  const all = notes.flatMap((note) => (note.turns ?? []).map((turn) => ({ turn, note })));
  return new Map(
    [...Map.groupBy(all, ({ turn }) => turn)].map(([turn, each]) => [turn, each.map(({ note }) => note)]),
  );
};
