import { NOT_KNOWN } from "./format.ts";
import { metricRange, score as told } from "./metric-value.ts";

/** A score of 100 as a number and a bar with its 95 % interval. */
export function ScoreBar({
  score,
  interval,
  covers,
}: {
  score: number | null;
  interval: readonly [number, number] | null;
  /** The turns it covers, if they are not all the session's own. */ covers?: string | undefined;
}) {
  if (score === null) return <span className="score-bar muted">{NOT_KNOWN}</span>;
  const range = interval
    ? `, 95 % interval ${metricRange("overall", { low: interval[0], high: interval[1] })}`
    : "";
  return (
    <span className="score-bar" title={`Score: ${told(score)} of 100${range}${covers ? `; ${covers}` : ""}`}>
      <span className="score-number">{told(score)}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" y="4" width="100" height="2" />
        {interval && (
          <rect
            className="range"
            x={interval[0]}
            y="3"
            width={Math.max(1, interval[1] - interval[0])}
            height="4"
          />
        )}
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
