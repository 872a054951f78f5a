import { NOT_KNOWN } from "./format.ts";

/** A score of 100 with its 95 % interval: the number, and where it lies. */
export function ScoreBar({ score, interval }: { score: number | null; interval: readonly [number, number] | null }) {
  if (score === null) return <span className="score-bar muted">{NOT_KNOWN}</span>;
  const range = interval ? `, 95 % interval ${interval[0].toFixed(0)} to ${interval[1].toFixed(0)}` : "";
  return (
    <span className="score-bar" title={`${score.toFixed(1)} of 100${range}`}>
      <span className="score-number">{score.toFixed(0)}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" y="4" width="100" height="2" />
        {interval && <rect className="range" x={interval[0]} y="3" width={Math.max(1, interval[1] - interval[0])} height="4" />}
        <rect className="point" x={Math.min(98, score - 1)} width="2.5" height="10" />
      </svg>
    </span>
  );
}
