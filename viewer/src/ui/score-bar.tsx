import { NOT_KNOWN } from "./format.ts";
import { score as told } from "./metric-value.ts";

/** A score of 100 as a number and a mark on a bar. */
export function ScoreBar({
  score,
  covers,
}: {
  score: number | null;
  /** The turns it covers, if they are not all the session's own. */ covers?: string | undefined;
}) {
  if (score === null) return <span className="score-bar muted">{NOT_KNOWN}</span>;
  return (
    <span className="score-bar" title={`Score: ${told(score)} of 100${covers ? `; ${covers}` : ""}`}>
      <span className="score-number">{told(score)}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" y="4" width="100" height="2" />
        <rect className="point" x={Math.min(98, score - 1)} width="2.5" height="10" />
      </svg>
    </span>
  );
}

/** A bar from 0 to 1. */
export function Meter({ value, label }: { value: number; label: string }) {
  const share = Math.max(0, Math.min(1, value));
  return (
    <span
      className="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
