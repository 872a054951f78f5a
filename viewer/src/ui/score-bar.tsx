import { NOT_KNOWN } from "./format.ts";
import { score as told } from "./metric-value.ts";

/** A score of 100 as a number and a mark on a bar. */
export function ScoreBar({ score }: { score: number | null }) {
  if (score === null) return <span className="score-bar muted not-known">{NOT_KNOWN}</span>;
  return (
    <span className="score-bar" title={`${told(score)} of 100`}>
      <span className="score-number">{told(score)}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" y="4" width="100" height="2" />
        <rect className="point" x={Math.min(98, score - 1)} width="2.5" height="10" />
      </svg>
    </span>
  );
}
