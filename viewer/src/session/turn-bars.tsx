import { memo } from "react";
import type { TurnMark } from "../../../src/contract/index.ts";

type TurnBarsProps = {
  marks: readonly TurnMark[];
  value: (mark: TurnMark) => number | null;
  label: string;
  text: (value: number) => string;
  reading?: number | null;
  onTurn?: (turn: number) => void;
};

/** One bar per turn, coloured by kind. A click goes to the turn. */
export function TurnBars({ marks, value, label, text, reading, onTurn }: TurnBarsProps) {
  const values = marks.map(value);
  const most = Math.max(...values.map((one) => one ?? 0), 0);
  const known = values.filter((one) => one !== null);
  const at = marks.findIndex(({ turn }) => turn === reading);
  // In a thousand turns, a bar is less than a pixel wide.
  const wide = Math.max(1, marks.length / 200);
  const press = (event: React.MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const mark = marks[Math.floor(((event.clientX - box.left) / box.width) * marks.length)];
    if (mark) onTurn?.(mark.turn);
  };
  return (
    <figure className="chart">
      <figcaption>
        <b>{label}</b>{" "}
        <span className="muted">
          {known.length === 0 ? "unknown" : most === 0 ? "none" : `up to ${text(most)} per turn`}
        </span>
      </figcaption>
      <svg
        className="turn-bars"
        viewBox={`0 0 ${Math.max(1, marks.length)} 100`}
        preserveAspectRatio="none"
        height={72}
        role="img"
        aria-label={`${label} over ${marks.length} turns`}
        onClick={press}
      >
        {at >= 0 && <rect className="cursor" x={at + 0.5 - wide / 2} width={wide} height="100" />}
        <Bars marks={marks} values={values} most={most} />
      </svg>
    </figure>
  );
}

/** A component of its own, so that a change of turn does not redraw a thousand bars. */
const Bars = memo(
  function Bars({
    marks,
    values,
    most,
  }: {
    marks: readonly TurnMark[];
    values: ReadonlyArray<number | null>;
    most: number;
  }) {
    return marks.map(({ turn, kind, issues }, at) => {
      const high = most === 0 ? 0 : ((values[at] ?? 0) / most) * 80;
      return (
        <g key={turn}>
          <rect
            className={`bar ${kind}`}
            x={at + 0.1}
            width="0.8"
            y={88 - high}
            height={Math.max(high, 1.5)}
          />
          {issues > 0 && <rect className="issue" x={at + 0.1} width="0.8" y="90" height="10" />}
        </g>
      );
    });
  },
  (before, after) => before.marks === after.marks && before.most === after.most,
);

const colours: Record<TurnMark["kind"], string> = {
  creation: "creation",
  pulse: "pulse",
  tangent: "tangent",
  recovery: "recovery",
  conclusion: "conclusion",
  other: "line-strong",
};
const kinds = Object.keys(colours) as Array<keyof typeof colours>;

/** The legend of the colours in use. */
export function Legend({
  marks,
  also = marks.some(({ issues }) => issues > 0) ? [["finding, below its turn", "bad"]] : [],
}: {
  marks: readonly TurnMark[];
  /** Other marks with their colours. */ also?: ReadonlyArray<readonly [name: string, colour: string]>;
}) {
  const seen = new Set(marks.map(({ kind }) => kind));
  const shown = kinds.filter((kind) => seen.has(kind)).map((kind) => [kind, colours[kind]] as const);
  return (
    <p className="legend">
      {[...shown, ...also].map(([name, colour]) => (
        <span key={name} style={{ "--kind": `var(--${colour})` } as React.CSSProperties}>
          {name}
        </span>
      ))}
    </p>
  );
}
