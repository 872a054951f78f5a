import { memo, useDeferredValue, useMemo, type KeyboardEvent, type MouseEvent } from "react";
import type { SessionView, TurnMark } from "../../../src/contract/index.ts";
import { markWords, minimapMarks, stepTo, type MapMark } from "./minimap-marks.ts";
import { Legend } from "./turn-bars.tsx";
import "./minimap.css";

/** The whole session in a strip: kinds of turns, findings, private moments and branches. A click or a key goes to a turn. */
export function Minimap({
  view,
  reading,
  show,
}: {
  view: SessionView;
  reading: number | null;
  show: (turn: number) => void;
}) {
  const marks = useMemo(() => minimapMarks(view), [view]);
  const at = marks.findIndex(({ turn }) => turn === reading);
  const under = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return marks[Math.floor(((event.clientX - box.left) / box.width) * marks.length)];
  };
  const go = (mark: MapMark | undefined) => mark && show(mark.turn);
  const press = (event: KeyboardEvent) => {
    const to = stepTo(event.key, Math.max(0, at), marks.length);
    if (to === undefined) return;
    event.preventDefault();
    go(marks[to]);
  };
  // In a thousand turns, a bar is less than a pixel wide.
  const wide = Math.max(1, marks.length / 200);
  const current = marks[at];
  const drawn = useDeferredValue(marks, []);
  return (
    <div className="strip-turns">
      <div
        className="minimap"
        style={{ maxWidth: `${marks.length * WIDEST}rem` }}
        role="slider"
        tabIndex={0}
        aria-label="Turns of the session"
        aria-valuemin={marks[0]?.turn ?? 0}
        aria-valuemax={marks.at(-1)?.turn ?? 0}
        aria-valuenow={current?.turn ?? 0}
        aria-valuetext={current && markWords(current)}
        onKeyDown={press}
        onClick={(event) => go(under(event))}
        onMouseMove={(event) => {
          const mark = under(event);
          if (mark) event.currentTarget.title = markWords(mark);
        }}
      >
        <svg
          className="turn-bars"
          viewBox={`0 0 ${Math.max(1, marks.length)} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {at >= 0 && <rect className="cursor" x={at + 0.5 - wide / 2} width={wide} height="100" />}
          <Marks marks={drawn} />
        </svg>
      </div>
      <div className="minimap-words">
        <span className="small number" aria-hidden="true">
          {current ? `${markWords(current)}; ${marks.length} in all` : ""}
        </span>
        <Legend marks={view.turns} also={alsoIn(marks)} />
      </div>
    </div>
  );
}

/** The height of a turn's bar: high for the story, low for turns beside it. */
const weights: Record<TurnMark["kind"], number> = {
  pulse: 44,
  conclusion: 44,
  recovery: 33,
  tangent: 24,
  creation: 18,
  other: 13,
};
const BASE = 70;
/** Of a bar, in rem. */
const WIDEST = 2.4;

/** A component of its own, so that a change of turn does not redraw a thousand bars. */
const Marks = memo(function Marks({ marks }: { marks: readonly MapMark[] }) {
  return marks.map((mark, at) => {
    const { turn, kind, errors, warnings, isPrivate, branches, isUnread, isInherited } = mark;
    const bar = { x: at + 0.1, width: 0.8 };
    return (
      <g key={turn} className={isInherited ? "inherited" : undefined}>
        {isInherited && <rect className="parents" x={at} width="1" height="100" />}
        {errors + warnings > 0 && (
          <rect className={errors > 0 ? "issue" : "issue warning"} {...bar} y="0" height="20" />
        )}
        <rect
          className={`bar ${kind} ${isUnread ? "unread" : ""}`}
          {...bar}
          y={BASE - weights[kind]}
          height={weights[kind]}
        />
        {isPrivate && <rect className="private" {...bar} y="74" height="10" />}
        {branches > 0 && <rect className="branches" {...bar} y="88" height="12" />}
      </g>
    );
  });
});

/** Marks in use beside the kinds of turns. */
const alsoIn = (marks: readonly MapMark[]): Array<[name: string, colour: string]> => [
  ...(marks.some(({ errors }) => errors > 0) ? [["error", "bad"] as [string, string]] : []),
  ...(marks.some(({ errors, warnings }) => errors === 0 && warnings > 0)
    ? [["warning", "warn"] as [string, string]]
    : []),
  ...(marks.some(({ isPrivate }) => isPrivate) ? [["private", "private"] as [string, string]] : []),
  ...(marks.some(({ branches }) => branches > 0) ? [["branches", "recovery"] as [string, string]] : []),
  ...(marks.some(({ isUnread }) => isUnread) ? [["not read", "line-strong"] as [string, string]] : []),
];
