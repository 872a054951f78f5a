import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from "react";
import type { TurnMark, Issue } from "../../../../src/contract/index.ts";
import { Empty, Problem } from "../../ui/index.ts";
import { quotesByTurn } from "./mark-quotes.ts";
import { TurnBlock } from "./turn-block.tsx";
import { useTurnPages } from "./use-turn-pages.ts";
import "./transcript.css";

/** A request to scroll to a turn. Asking for the same turn twice makes two requests. */
export type Target = { turn: number; request: number };

type TranscriptProps = {
  id: string;
  marks: readonly TurnMark[];
  /** The guide's titles, by turn. */
  titles: ReadonlyMap<number, string>;
  names: readonly string[];
  as: number | null;
  issues: readonly Issue[];
  chosen: Issue | undefined;
  target: Target | null;
  reading: number | null;
  onRead: (turn: number) => void;
  onReplay?: (turn: number) => void;
  onIssue?: (turn: number) => void;
};

/** Renders only the turns in view and fetches only those nearby, so sessions can be of any length. */
export function Transcript({
  id,
  marks,
  titles,
  names,
  as,
  issues,
  chosen,
  target,
  reading,
  onRead,
  onReplay,
  onIssue,
}: TranscriptProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: marks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 420,
    overscan: 3,
    getItemKey: (index) => marks[index]?.turn ?? index,
  });
  const items = rows.getVirtualItems();
  const { turns, error, retry } = useTurnPages({
    id,
    marks,
    as,
    first: items[0]?.index ?? 0,
    last: items.at(-1)?.index ?? 0,
  });
  const quotes = useMemo(() => quotesByTurn(as === null ? issues : [], chosen), [as, issues, chosen]);

  // Turns above get their real height only when rendered, so the target is held until the user scrolls.
  const holding = useRef<{ index: number; align: "start" | "end" } | null>(null);
  const settle = useCallback(() => {
    if (holding.current !== null) rows.scrollToIndex(holding.current.index, { align: holding.current.align });
  }, [rows]);
  useEffect(() => {
    const index = target === null ? -1 : marks.findIndex(({ turn }) => turn === target.turn);
    if (index < 0) return;
    holding.current = { index, align: "start" };
    settle();
    // `marks` is left out: it grows during play, which must not scroll again.
  }, [target, settle]);
  useEffect(settle, [turns, settle]);

  const letGo = () => {
    holding.current = null;
  };
  // The browser's smooth scrolling would stop midway, when turns get their height.
  const press = (event: KeyboardEvent) => {
    letGo();
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    holding.current =
      event.key === "Home" ? { index: 0, align: "start" } : { index: marks.length - 1, align: "end" };
    settle();
  };
  const read = () => {
    const top = (scroller.current?.scrollTop ?? 0) + 60;
    const at = holding.current?.index ?? rows.getVirtualItemForOffset(top)?.index;
    const turn = at === undefined ? undefined : marks[at]?.turn;
    if (turn !== undefined) onRead(turn);
  };

  if (marks.length === 0)
    return <Empty title="No turns yet">The first turn appears here when it is saved.</Empty>;
  return (
    <div
      className="transcript"
      id="transcript"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="Transcript"
      onScroll={read}
      onWheel={letGo}
      onTouchMove={letGo}
      onKeyDown={press}
      onPointerDown={letGo}
    >
      {error && <Problem error={error} onRetry={retry} />}
      <div style={{ height: rows.getTotalSize(), position: "relative" }}>
        {items.map(({ index, start, key }) => {
          const mark = marks[index];
          return (
            mark && (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className="turn-place"
                style={{ transform: `translateY(${start}px)` }}
              >
                <TurnBlock
                  mark={mark}
                  missing={mark.turn - (marks[index - 1]?.turn ?? 0) - 1}
                  title={titles.get(mark.turn)}
                  turn={turns.get(mark.turn)}
                  names={names}
                  quotes={quotes.get(mark.turn) ?? none}
                  current={reading === mark.turn}
                  onReplay={onReplay}
                  onIssue={onIssue}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

const none: never[] = [];
