import type { TurnMark } from "../../../../src/contract/index.ts";

/** How many of the guide's pulses were told by each turn, beside an even pace. */
export function PulsePace({
  marks,
  expected,
  reading,
}: {
  marks: readonly TurnMark[];
  /** Absent: the guide has no beats. */
  expected: number | undefined;
  reading: number | null;
}) {
  const turns = Math.max(1, marks.length);
  let told = 0;
  const points = marks.map(({ pulse }, at) => {
    if (pulse !== undefined) told++;
    return `L${at + 1} ${y(told)}`;
  });
  const story = marks.findIndex(({ kind }) => kind !== "creation");
  const at = marks.findIndex(({ turn }) => turn === reading);
  const wide = Math.max(1, turns / 200);
  function y(count: number): number {
    return 96 - (count / Math.max(1, expected ?? 0, told)) * 92;
  }
  return (
    <figure className="chart">
      <figcaption>
        <b>Pulses told</b>{" "}
        <span className="muted">
          {expected === undefined
            ? "beats: none in the guide"
            : `${told} of ${expected}; dashed: an even pace`}
        </span>
      </figcaption>
      <svg
        className="pace"
        viewBox={`0 0 ${turns} 100`}
        preserveAspectRatio="none"
        height={110}
        role="img"
        aria-label={
          expected === undefined
            ? "beats: none in the guide"
            : `${told} of ${expected} pulses told in ${marks.length} turns`
        }
      >
        {at >= 0 && <rect className="cursor" x={at + 0.5 - wide / 2} width={wide} height="100" />}
        {expected !== undefined && (
          <line className="even" x1={Math.max(0, story)} y1={y(0)} x2={turns} y2={y(expected)} />
        )}
        <path className="told" d={`M0 ${y(0)} ${points.join(" ")}`} />
      </svg>
    </figure>
  );
}
